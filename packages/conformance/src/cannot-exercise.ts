/** A scenario cannot go on; what it had to judge is not exercised, for this reason. */
export class CannotExercise extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, cause === undefined ? {} : { cause })
    this.name = 'CannotExercise'
  }
}
