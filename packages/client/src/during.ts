/** The outcome of `work`, or the reason of the signal when that comes first. */
export function during<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    const done = () => signal.removeEventListener('abort', stop)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(done)
  })
}
