import type { ResolutionCode } from '@cairn/contract/resolution'
import type { Playbook } from './playbook.ts'

/** One playbook for each code that an answer may point at. */
export const PLAYBOOKS: Readonly<Record<ResolutionCode, Playbook>> = {
  LowCoverage: {
    title: 'The best passages hold less than half of the question',
    happened:
      'The search found passages, but together they hold little of what the question asks. `agent_decision.missing_terms` lists the words nothing on the page holds.',
    steps: [
      {
        say: 'Read `agent_decision.read_pointers` first: they are the best passages that hold what was matched.',
        call: 'POST /v1/query/fetch-content {"refs":["<pointer>"],"hydrate":"full"}',
      },
      {
        say: 'Ask again without the missing terms, or with the words the text itself would use (a name, an identifier, an error code).',
        call: 'POST /v1/query/search {"query":"<other words>"}',
      },
      {
        say: 'If the question has several parts, ask one search for each part.',
      },
      {
        say: 'If the request named lanes or a filter, leave them out.',
      },
      {
        say: 'If that changes nothing, the answer is probably not stored: say so rather than guess from weak passages.',
      },
    ],
  },
  EmptyResult: {
    title: 'Nothing stored matches the question',
    happened:
      'No passage of the namespace holds any term of the question. This is an answer, not an error; nothing recent or popular is shown in its place.',
    steps: [
      {
        say: 'Leave the filter out, if there was one.',
        call: 'POST /v1/query/search {"query":"<the same words>"}',
      },
      {
        say: 'Ask with fewer and other words: a name, an identifier, a word the text itself would use.',
        call: 'POST /v1/query/search {"query":"<one or two words>"}',
      },
      {
        say: 'See what is stored here at all (needs the scope `library:read`). Another namespace is named with `?namespace=<name>`.',
        call: 'GET /v1/sources',
      },
      {
        say: 'If the question is about one property of one thing, look for a fact.',
        call: 'GET /v1/facts?entity=<entity>',
      },
      {
        say: 'Do not repeat the same call: it gives the same answer until something is written.',
      },
    ],
  },
  Timeout: {
    title: 'The answer was not ready in time',
    happened:
      'The store could not be reached, or the deadline passed. With `deadline` in `envelope.degraded_reasons` the page holds what was ready by then.',
    steps: [
      {
        say: 'After a 503, wait the seconds that `Retry-After` says and send the same request. Reads, PUT and DELETE are safe to repeat; a POST that creates is safe with the same `Idempotency-Key`.',
      },
      {
        say: 'After `deadline`, ask with a longer `deadline_ms` (up to 10000), or with a narrower question.',
        call: 'POST /v1/query/search {"query":"<words>","deadline_ms":10000}',
      },
      {
        say: 'See whether the service is ready before you try a third time; it names the part that is not.',
        call: 'GET /ready',
      },
    ],
  },
  SessionNotFound: {
    title: 'There is no such session state',
    happened:
      'Nothing was ever stored for the session in this namespace, it was deleted, or it expired (`ttl_seconds`).',
    steps: [
      {
        say: 'Check the id and the namespace: ids are compared exactly, and never across namespaces.',
        call: 'GET /v1/sessions/<id>/state?namespace=<name>',
      },
      {
        say: 'If the session is new, store its first state; any JSON value will do.',
        call: 'PUT /v1/sessions/<id>/state {"step":1}',
      },
    ],
  },
  FactNotFound: {
    title: 'There is no such fact',
    happened:
      'Nothing is known at this slug for the moment asked for. The slug is `<entity>/<key>`, each percent-encoded; both are compared exactly.',
    steps: [
      {
        say: 'See which keys the entity has.',
        call: 'GET /v1/facts?entity=<entity>',
      },
      {
        say: 'If the spelling of the entity is uncertain, list the entities that begin so.',
        call: 'GET /v1/facts?prefix=<first letters>',
      },
      {
        say: 'If the request had `as_of`, the fact may have begun later or ended before: read everything that was ever stated.',
        call: 'GET /v1/facts/<entity>/<key>/history',
      },
      {
        say: 'Look for it in the stored text.',
        call: 'POST /v1/query/search {"query":"<entity> <key>"}',
      },
      {
        say: 'If you have learnt it elsewhere, state it.',
        call: 'PUT /v1/facts/<entity>/<key> {"value":"<value>"}',
      },
    ],
  },
  PointerGone: {
    title: 'The pointer leads nowhere, or no longer',
    happened:
      '404: no answer of this service printed that id for this namespace. 410: the document was deleted or replaced. When only some of the refs fail, the answer has the others, and lists these in `envelope.unavailable`.',
    steps: [
      {
        say: 'Send ids exactly as an answer printed them, to the namespace whose answer printed them.',
        call: 'POST /v1/query/fetch-content?namespace=<name> {"refs":["<pointer>"],"hydrate":"full"}',
      },
      {
        say: 'After 410, search again: what replaced the document has new pointers.',
        call: 'POST /v1/query/search {"query":"<what the passage was about>"}',
      },
      {
        say: 'Drop the pointer from your notes: an id is never given to another passage.',
      },
    ],
  },
  BudgetTooSmall: {
    title: 'The token budget holds not even one pointer',
    happened: '`token_budget` bounds the whole serialized answer. The problem names the least that would do.',
    steps: [
      {
        say: 'Send the same request with at least the budget that `detail` names.',
        call: 'POST /v1/query/search {"query":"<the same words>","token_budget":1000}',
      },
      {
        say: 'Or leave the budget out and bound the page by `limit`: at the pointer tier a hit costs about its epitome, at most 40 tokens, and 25 more.',
        call: 'POST /v1/query/search {"query":"<the same words>","limit":1}',
      },
    ],
  },
}
