import { EXIT } from '../exit.ts'

/** Does work that Ctrl-C ends at once, after a last word on the standard error and with an exit status of its own. */
export async function untilStopped(work: () => Promise<void>, lastWord: () => string): Promise<void> {
  const stop = () => {
    console.error(lastWord())
    process.exit(EXIT.stopped)
  }
  process.once('SIGINT', stop)
  try {
    await work()
  } finally {
    process.off('SIGINT', stop)
  }
}
