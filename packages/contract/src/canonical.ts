/**
 * The RFC 8785 form of a JSON value: no white space, members sorted by UTF-16 code units, numbers as ECMAScript prints them.
 * Members that are undefined are left out. Throws TypeError for what JSON cannot say: NaN, infinities, lone surrogates, functions, cycles.
 */
export function canonical(value: unknown): string {
  return write(value, [])
}

function write(value: unknown, around: readonly object[]): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return number(value)
  if (typeof value !== 'object') throw new TypeError(`JSON has no ${typeof value}`)
  if (around.includes(value)) throw new TypeError('JSON has no cycles')
  return Array.isArray(value) ? list(value, [...around, value]) : object(value, [...around, value])
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('canonical JSON has no lone surrogates')
  return JSON.stringify(value)
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`)
  return JSON.stringify(value)
}

const list = (items: readonly unknown[], around: readonly object[]): string =>
  `[${items.map((item) => write(item, around)).join(',')}]`

function object(value: object, around: readonly object[]): string {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${text(name)}:${write(member, around)}`).join(',')}}`
}
