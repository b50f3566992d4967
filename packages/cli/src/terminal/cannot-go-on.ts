import { EXIT } from '../exit.ts'

/** A command that cannot do what it was asked: told to the person in one line, with the exit status it ends with. */
export class CannotGoOn extends Error {
  readonly exit: number
  constructor(message: string, exit: number = EXIT.usage) {
    super(message)
    this.name = 'CannotGoOn'
    this.exit = exit
  }
}
