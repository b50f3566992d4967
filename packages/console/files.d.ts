/** A file of the console, as it is served. */
export interface ConsoleFile {
  readonly type: string
  readonly text: string
}

/** Every file by its path, `/index.html` among them; those below `/assets/` have a hash of their content in their names. */
export const CONSOLE_FILES: Readonly<Record<string, ConsoleFile>>
