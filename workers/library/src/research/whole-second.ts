/** A time (ms) as research documents print one that the service fills in: in UTC, to the second. */
export function wholeSecond(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}
