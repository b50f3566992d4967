import { JUDGED_WORKERS, type RequirementRow, TOKEN_WORKERS } from '../requirement.ts'

/** L3: what a careless or hostile client may not reach. */
export const ADVERSARIAL = {
  'tenants-are-apart': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: TOKEN_WORKERS,
    text: 'With the same ids and texts in two tenants, neither sees anything of the other.',
  },
  'namespaces-are-apart': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: TOKEN_WORKERS,
    text: 'With the same ids and texts in two namespaces, neither shows anything of the other.',
  },
  'token-is-needed': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: TOKEN_WORKERS,
    text: 'No token, or one that is no token of the service, is 401 with WWW-Authenticate naming the resource metadata.',
  },
  'scope-is-needed': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: TOKEN_WORKERS,
    text: 'A token without the scope of the operation is 403 insufficient_scope.',
  },
  'unknown-parameter-is-refused': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: JUDGED_WORKERS,
    text: 'A parameter or body member that the operation does not know is 400, never ignored.',
  },
  'contradiction-is-refused': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['search', 'fetch-content'],
    text: 'hydrate said twice and differently is 400.',
  },
  'limit-is-bounded': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['search', 'facts', 'library'],
    text: 'A limit outside 1..100, or no integer, is 400, never a dump.',
  },
  'query-is-bounded': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['search'],
    text: 'A query of 1,024 code points is answered, one of 1,025 is 400, and at most 64 code points of it come back.',
  },
  'bundle-request-is-bounded': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['agent'],
    text: 'A bundle is asked for with a query, a budget, a strategy and a deadline within their bounds; else 400 naming the member.',
  },
  'empty-query-is-refused': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['search'],
    text: 'A missing, empty or blank query is 400 naming query.',
  },
  'query-is-no-language': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['search'],
    text: 'Text that is syntax elsewhere is searched literally: 200, and the document that says it is found.',
  },
  'cursor-is-sealed': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['search', 'facts', 'library'],
    text: 'A cursor of another request, or one that was made up, is refused.',
  },
  'body-is-judged': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: TOKEN_WORKERS,
    text: 'A body that is no JSON, ill-formed Unicode, too deep, or of another media type is 400 or 415.',
  },
  'body-is-bounded': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['search', 'library'],
    text: 'A JSON body over 4 MiB is 413.',
  },
  'method-is-judged': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: JUDGED_WORKERS,
    text: 'A method that an address does not take is 405 with Allow.',
  },
  'hostile-text-stays-text': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['search', 'fetch-content'],
    text: 'Stored text appears where texts are, never in headers, next, reasons or decisions.',
  },
  'any-name-is-a-name': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['facts', 'library'],
    text: 'Every id that the schema allows, slashes, percent signs and emoji among them, is read under the name it was written.',
  },
  'absent-is-told': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['fetch-content', 'facts', 'library', 'bootstrap'],
    text: 'What is asked for by name and was never there is 404, with the playbook that the catalogue names.',
  },
  'bad-fact-is-refused': {
    keyword: 'MUST',
    authority: 'cairn',
    workers: ['facts'],
    text: 'A fact that supersedes an unknown one, or was observed in the future, is refused and not written.',
  },
} as const satisfies Record<string, RequirementRow>
