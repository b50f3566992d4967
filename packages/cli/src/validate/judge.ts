import type { Finding } from '@cairn/contract/finding'
import type { ResearchPassage } from '@cairn/contract/research'
import { validateCrcV1 } from '@cairn/contract/validate'
import type { InputDocument } from './documents-in.ts'
import { contextShapeOf, FAMILIES, type Family, familyOf, isWholeBundle } from './family.ts'
import type { GivenSchema } from './given-schema.ts'
import type { DocumentVerdict, ToldFinding } from './verdict.ts'

/** How documents are judged. */
export interface JudgeOptions {
  /** What they are; told from each document when absent. */
  readonly family?: Family
  /** A schema that is none of the contract's: it alone decides. */
  readonly schema?: GivenSchema
  /** Whether a search must find something. */
  readonly isStrict: boolean
  /** Whether the rules of the Cairn profile decide too. */
  readonly isProfileDemanded: boolean
}

/** Judges one document of an input. Nothing throws. */
export async function judge(document: InputDocument, options: JudgeOptions): Promise<DocumentVerdict> {
  const { name } = document
  if ('why' in document) return unjudged(name, document.why)
  if (options.schema !== undefined)
    return verdictOf(name, options.schema.name, options.schema.findingsOf(document.value))
  switch (options.family ?? familyOf(document.value)) {
    case 'crc-v1':
      return verdictOf(name, 'crc-v1', await crcFindings(document.value, options))
    case 'research':
      return await judgeResearch(name, document.value)
    case 'context':
      return await judgeContext(name, document)
    case null:
      return unjudged(name, UNKNOWN_FAMILY)
  }
}

const UNKNOWN_FAMILY = `has neither \`contract\` nor \`schema\` nor an id of context routing nor a bundle, so its family is not known: say --family ${FAMILIES.join('|')} or --schema FILE`

async function crcFindings(
  value: unknown,
  { isStrict, isProfileDemanded }: JudgeOptions,
): Promise<ToldFinding[]> {
  const { countTokens } = await import('@cairn/text/tokens')
  return validateCrcV1(value, { countTokens, strict: isStrict }).findings.map((finding) => ({
    ...finding,
    isFatal: finding.severity === 'MUST' && (isProfileDemanded || finding.authority !== 'cairn'),
  }))
}

async function judgeResearch(name: string, value: unknown): Promise<DocumentVerdict> {
  const { parseResearch, passageHashFindings } = await import('@cairn/contract/research')
  const parsed = parseResearch(value)
  if (!parsed.ok) return verdictOf(name, 'research', parsed.findings.map(bySchema))
  const findings =
    parsed.kind === 'passage' ? await passageHashFindings(parsed.document as ResearchPassage) : []
  return verdictOf(name, `research ${parsed.kind}`, findings.map(bySchema))
}

async function judgeContext(
  name: string,
  { text, value }: { readonly text: string; readonly value: unknown },
): Promise<DocumentVerdict> {
  if (isWholeBundle(value)) return await judgeBundle(name, text)
  const shape = contextShapeOf(value)
  if (shape === null) return verdictOf(name, 'context', [bySchema(NO_SHAPE)])
  const { decodeContext } = await import('@cairn/contract/context')
  const decoded = decodeContext(shape, text)
  return verdictOf(name, `context ${shape}`, decoded.ok ? [] : decoded.findings.map(bySchema))
}

async function judgeBundle(name: string, text: string): Promise<DocumentVerdict> {
  const { decodeContextAnswer } = await import('@cairn/contract/context-answer')
  const { countTokens } = await import('@cairn/text/tokens')
  const decoded = decodeContextAnswer(text, { countTokens })
  return verdictOf(name, 'context bundle', decoded.ok ? [] : decoded.findings.map(byProse))
}

const NO_SHAPE: Finding = {
  pointer: '',
  rule: 'shape',
  message:
    'found none of receipt_id, candidate_id, bundle_id, source_id, one of which every shape has, nor bundle and receipt, which a whole bundle has',
}

const bySchema = (finding: Finding): ToldFinding => ({
  ...finding,
  authority: 'S0',
  severity: 'MUST',
  isFatal: true,
})
const byProse = (finding: Finding): ToldFinding => ({ ...bySchema(finding), authority: 'S1' })

function verdictOf(name: string, judgedAs: string, findings: readonly ToldFinding[]): DocumentVerdict {
  return { name, judgedAs, isValid: !findings.some(({ isFatal }) => isFatal), findings }
}

/** What is said of something that could not be judged. */
export function unjudged(name: string, why: string): DocumentVerdict {
  return { name, judgedAs: null, isValid: false, findings: [], why }
}
