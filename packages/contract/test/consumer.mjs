import { canonical } from '@cairn/contract/canonical'
import { checkContext, decodeContext, encodeContext } from '@cairn/contract/context'
import { parse, safeParse } from '@cairn/contract/crc-v1'
import { freshness } from '@cairn/contract/freshness'
import { negotiate } from '@cairn/contract/negotiation'
import { openApi } from '@cairn/contract/openapi'
import {
  checkpointConsistency,
  receiptInLog,
  verifyCheckpoint,
  verifyReceipt,
} from '@cairn/contract/receipts'
import { citationReasons, parseResearch, statusFindings } from '@cairn/contract/research'
import { SCHEMA_FILES } from '@cairn/contract/schema-files'
import { parseFactSlug, slugPart } from '@cairn/contract/slug'
import { utcTimestamp } from '@cairn/contract/utc-timestamp'
import { validateCrcV1 } from '@cairn/contract/validate'

const RECEIPTS = {
  receipt: ({ receipt, keys }) => verifyReceipt(receipt, keys),
  checkpoint: ({ checkpoint, keys }) => verifyCheckpoint(checkpoint, keys),
  inclusion: receiptInLog,
  consistency: checkpointConsistency,
}

/** What each file of vectors must come to, by a program that knows the published package alone. */
const JUDGES = {
  'crc-v1.json': ({ document, strict, tokenizer, conformant, cairn }) => {
    if (tokenizer !== undefined) return conformant === safeParse(document).success
    const said = validateCrcV1(document, { strict: strict === true })
    return said.conformant === conformant && said.cairn === cairn
  },
  'research.json': ({ document, verdict, normal }) => {
    const parsed = parseResearch(document)
    return parsed.ok ? same(parsed.document, normal) : verdict === 'fail'
  },
  'notebook-status.json': ({ document: { before, after, citations }, verdict }) =>
    (statusFindings(before, after, citations).length === 0) === (verdict === 'pass'),
  'quotations.json': ({ document: { claim, passages }, verdict }) => {
    const stored = passages.map((text, n) => ({ id: `p${n}`, text }))
    const citation = { claim, passage_ids: stored.map(({ id }) => id) }
    return (citationReasons(citation, stored).length === 0) === (verdict === 'pass')
  },
  'context.json': ({ shape, source, verdict, canonical }) => {
    const decoded = decodeContext(shape, source)
    if (!decoded.ok) return verdict === 'fail'
    return (
      encodeContext(shape, decoded.value) === canonical && checkContext(shape, decoded.value).length === 0
    )
  },
  'negotiation.json': ({ document, verdict }) => negotiate(document) === verdict,
  'canonical.json': ({ source, canonical: text }) => text === null || canonical(JSON.parse(source)) === text,
  'timestamps.json': ({ document, normal }) => utcTimestamp(document) === normal,
  'slugs.json': ({ document, rule, normal }) =>
    same((rule === 'slug-part' ? slugPart : parseFactSlug)(document), normal),
  'freshness.json': ({ document: { fact, now, stated }, verdict }) =>
    same(freshness(fact, now), stated) === (verdict === 'pass'),
  'receipts.json': async ({ sort, document, verdict, rule }) => {
    const verified = await RECEIPTS[sort](document)
    return verified.ok ? verdict === 'pass' : verified.code === rule
  },
}
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)

/** Runs every vector of every file, and a few calls that have no vectors; gives how many ran and which differ. */
export async function report(files) {
  const differing = []
  let ran = 0
  for (const [file, vectors] of Object.entries(files)) {
    for (const vector of vectors) {
      ran++
      if (!(await JUDGES[file](vector))) differing.push(`${file} ${vector.name}`)
    }
  }
  return { ran, differing, calls: calls(files['crc-v1.json']) }
}

function calls(vectors) {
  const { document } = vectors.find(({ cairn }) => cairn)
  return {
    parsed: parse(document, { profile: 'cairn' }) === document,
    openapi: openApi('https://cairn.example').openapi,
    schemas: Object.keys(SCHEMA_FILES).length,
  }
}
