import { execFile } from 'node:child_process'
import path from 'node:path'
import { inRepository } from './repository.ts'

/** What a command printed; it ended with status 0. */
export interface Printed {
  readonly out: string
  readonly err: string
}

/** Runs one of the project's tools, or any command on the path. Throws with all it printed when it fails. */
export function run(
  command: string,
  args: readonly string[],
  { cwd = inRepository(), env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Printed> {
  const tools = [inRepository('node_modules/.bin'), process.env.PATH, inRepository('scripts/bin')]
  const environment = { ...process.env, PATH: tools.join(path.delimiter), ...env }
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, env: environment, maxBuffer: 1 << 28 }, (error, out, err) => {
      if (error === null) resolve({ out, err })
      else reject(new Error(`${command} ${args.join(' ')} failed:\n${out}${err}`, { cause: error }))
    })
  })
}
