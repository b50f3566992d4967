import { LIMITS } from '@cairn/contract/limits'
import type { Topic } from '../topic.ts'

/** How evidence is kept, cited and checked. */
export const research: Topic = {
  topic: 'research',
  title: 'Sources, passages, citations and notebooks',
  isPublic: false,
  text: `A source is where evidence came from, a passage an exact excerpt of it, a citation ties a claim to passages, a notebook collects them for one question. They are the HUX documents, under \`/v1/research/{sources,passages,citations,notebooks}\`.

- From a hit: \`POST /v1/research/passages/from-pointer\` with \`{"pointer": "12:0"}\` stores the passage and its source. Asked again, it is the same passage. The pointer of a fact gives its value, from a source of the kind \`memory\` and the uri \`cairn:<namespace>/<fact_id>\`; it needs \`facts:read\`.
- Cite it: \`POST /v1/research/citations\` with \`message_id\`, \`claim\`, \`passage_ids\` (1 to ${LIMITS.citationPassagesMax}) and \`support\`.
- Quote exactly: what stands in quotation marks in a claim must occur in one of its passages. White space, letter case, Unicode forms and the shape of quotation marks and dashes do not count; every word does.
- Check: \`POST /v1/research/notebooks/{id}/check\` answers \`[{citation_id, verdict, reasons}]\` and changes nothing; \`?apply=true\` sets what fails to \`unverified\`. Reasons: \`passage_missing\`, \`hash_changed\`, \`source_changed\`, \`quote_missing\`. Storing or reading one citation says the same in the header \`Citation-Verdict\`: \`holds\`, or \`fails\` with its reasons. A citation that fails is stored all the same.
- A source with the uri \`cairn:<namespace>/<source>/<document>\` is made from a stored document: its hash is filled in, passages must stand in the text, at the offsets they state (code points, half-open; lines inclusive). When the document changes, or the fact is superseded or retracted, every citation that stands on it shows it.
- \`id\`, \`schema\`, a passage's \`hash\` and a notebook's \`updated_at\` are filled in where they are absent. PUT replaces the whole; send \`If-Match\`. Passages are not replaced.
- An \`answered\` notebook has a supporting citation and may reopen; an \`abandoned\` one stays. What others stand on is deleted only with \`cascade=true\`.
- \`GET /v1/research/notebooks/{id}/export\` gives all of it as JSON, with \`format=markdown\` as Markdown with footnotes.`,
  data: {
    support: ['supports', 'partially_supports', 'contradicts', 'unverified'],
    reasons: ['passage_missing', 'hash_changed', 'source_changed', 'quote_missing'],
    list_items_max: LIMITS.researchListItemsMax,
  },
}
