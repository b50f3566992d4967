import { echo, excerpt } from './echo.ts'
import type { Finding } from './finding.ts'
import { pointerOf } from './json-pointer.ts'
import { LIMITS } from './limits.ts'

/** What a JSON text says, or what its text has that its value would hide. */
export type SourceReading =
  | { readonly value: unknown; readonly findings?: undefined }
  | { readonly findings: readonly Finding[] }

/** A list or an object that is open: the names it has had, where the next value stands. */
interface Open {
  readonly names: Set<string> | null
  step: string | number
  isNameNext: boolean
}

type Tell = (rule: string, found: string, expected: string) => void

const TOKEN = /[ \t\n\r]+|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[-+.\dEe]+|true|false|null|[[\]{}:,]/g
const INTEGER = /^(?:0|[1-9]\d*)$/
const FINDINGS_MAX = 20

/**
 * Reads a JSON text of which every number must be written as a whole number from 0 to 2^53 - 1: `500.0`, `5e2`, `-0`, members
 * that occur twice, lone surrogates and more than 32 levels are findings. Linear in the text; needs no reviver with source access.
 */
export function readIntegerSource(text: string): SourceReading {
  const value = parsed(text)
  if (value === undefined)
    return { findings: [{ pointer: '', rule: 'json', message: 'found no JSON, expected JSON' }] }
  const findings = findingsIn(text)
  return findings.length === 0 ? value : { findings }
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Walks the tokens of a text that is JSON; deeper than 32 levels it does not go. */
function findingsIn(text: string): Finding[] {
  const findings: Finding[] = []
  const open: Open[] = []
  const tell = (rule: string, found: string, expected: string): void => {
    if (findings.length < FINDINGS_MAX)
      findings.push({ pointer: placeOf(open), rule, message: `found ${found}, expected ${expected}` })
  }
  for (const [token] of text.matchAll(TOKEN)) {
    if (open.length > LIMITS.jsonDepthMax) {
      open.pop()
      tell('depth', `more than ${LIMITS.jsonDepthMax} levels`, `at most ${LIMITS.jsonDepthMax}`)
      break
    }
    take(token, open, tell)
  }
  return findings
}

function take(token: string, open: Open[], tell: Tell): void {
  switch (token[0]) {
    case '{':
      open.push({ names: new Set(), step: '', isNameNext: true })
      return
    case '[':
      open.push({ names: null, step: 0, isNameNext: false })
      return
    case '}':
    case ']':
      open.pop()
      return
    case ',':
      next(open.at(-1)!)
      return
    case '"':
      readText(JSON.parse(token), open.at(-1), tell)
      return
    default:
      if (/^[-\d]/.test(token)) readNumber(token, tell)
  }
}

const placeOf = (open: readonly Open[]): string =>
  pointerOf(...open.map(({ step }) => (typeof step === 'string' ? excerpt(step) : step)))

function next(inside: Open): void {
  if (typeof inside.step === 'number') inside.step++
  else inside.isNameNext = true
}

function readText(text: string, inside: Open | undefined, tell: Tell): void {
  if (inside?.isNameNext) {
    inside.step = text
    inside.isNameNext = false
    if (inside.names!.has(text)) tell('duplicate-member', `\`${excerpt(text)}\` twice`, 'each member once')
    inside.names!.add(text)
  }
  if (!text.isWellFormed()) tell('unicode', 'a lone surrogate', 'well-formed text')
}

function readNumber(source: string, tell: Tell): void {
  if (!INTEGER.test(source)) tell('integer', excerpt(source), 'a whole number as its digits alone')
  else if (!Number.isSafeInteger(Number(source))) tell('integer', echo(source), 'at most 9007199254740991')
}
