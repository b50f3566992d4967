import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { EXIT } from '../exit.ts'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'

/** Makes the folder and notes in it that this process has it, until it ends. Throws CannotGoOn, saying what would do. */
export function takeFolder(folder: string): void {
  const note = path.join(folder, 'cairn.pid')
  const holder = holderOf(note)
  if (holder !== null)
    throw new CannotGoOn(
      `another Cairn (process ${holder}) runs on ${folder}: stop that one, or choose another folder, as in \`cairn dev --state /tmp/cairn\``,
      EXIT.failed,
    )
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(note, String(process.pid))
  } catch (error) {
    throw new CannotGoOn(
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}): choose a folder that can, as in \`cairn dev --state /tmp/cairn\``,
      EXIT.failed,
    )
  }
  process.on('exit', () => rmSync(note, { force: true }))
}

/** The process that has the folder, if it still runs. */
function holderOf(note: string): number | null {
  try {
    const pid = Number(readFileSync(note, 'utf8'))
    if (pid === process.pid) return null
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}
