import { type JudgedDocument, type JudgedSet, readJudgedSet, readShared } from '@cairn/test-kit/shared-data'
import { splitMessages } from '@cairn/text/passages'

/** What one question should find: the grade of each unit, a unit being a document, a turn or a session. */
export interface Question {
  readonly text: string
  readonly group: string
  readonly judged: ReadonlyMap<string, number>
}

/** Texts that are searched together: what Cairn is sent, and the same as plain texts for the others. */
export interface Group {
  readonly documents: readonly { readonly id: string }[]
  /** For each document sent, the unit of each of its passages, or the one unit of them all. */
  readonly unitsOf: ReadonlyMap<string, readonly string[]>
  readonly texts: readonly { readonly unit: string; readonly title: string; readonly text: string }[]
}

/** A judged set as every engine is asked about it. */
export interface RetrievalSet {
  readonly unit: 'document' | 'turn' | 'session'
  readonly groups: ReadonlyMap<string, Group>
  readonly questions: readonly Question[]
}

/**
 * Reads a set of plain documents as one group, and one of conversations as a group a history, a document a session
 * and a message a turn. LongMemEval is judged by session, as most of its questions are.
 */
export function readRetrievalSet(name: string): RetrievalSet {
  const set = readJudgedSet(name)
  const isConversation = set.documents[0]?.session !== undefined
  const unit = name.startsWith('longmemeval') ? 'session' : isConversation ? 'turn' : 'document'
  const judgements = unit === 'session' ? sessionJudgements(name) : set.judgements
  return {
    unit,
    groups: isConversation ? histories(set.documents, unit) : new Map([['', plainGroup(set.documents)]]),
    questions: set.queries.flatMap(({ id, text, group = '' }) => {
      const judged = judgements.get(id)
      return judged === undefined ? [] : [{ text, group: isConversation ? group : '', judged }]
    }),
  }
}

function sessionJudgements(name: string): JudgedSet['judgements'] {
  const judgements = new Map<string, Map<string, number>>()
  const rows = readShared(`data/${name}/qrels.sessions.tsv`).toString('utf8').trim().split('\n').slice(1)
  for (const row of rows) {
    const [question, session, grade] = row.split('\t')
    const judged = judgements.get(question!) ?? new Map<string, number>()
    judgements.set(question!, judged.set(session!, Number(grade)))
  }
  return judgements
}

function plainGroup(documents: readonly JudgedDocument[]): Group {
  return {
    documents: documents.map(({ id, title, text }) => ({
      id,
      text,
      format: 'plain',
      ...(title ? { title } : {}),
    })),
    unitsOf: new Map(documents.map(({ id }) => [id, [id]])),
    texts: documents.map(({ id, title, text }) => ({ unit: id, title: title ?? '', text })),
  }
}

function histories(turns: readonly JudgedDocument[], unit: 'turn' | 'session' | 'document') {
  const groups = Map.groupBy(turns, ({ group }) => group!)
  return new Map(Array.from(groups, ([name, own]) => [name, history(own, unit)] as const))
}

function history(turns: readonly JudgedDocument[], unit: 'turn' | 'session' | 'document'): Group {
  const sessions = Map.groupBy(turns, ({ group, session }) => `${group}/${session}`)
  const unitOf = (turn: JudgedDocument) => (unit === 'session' ? `${turn.group}/${turn.session}` : turn.id)
  return {
    documents: Array.from(sessions, ([id, own]) => conversation(id, own)),
    unitsOf: new Map(Array.from(sessions, ([id, own]) => [id, own.flatMap((turn) => unitsOf(turn, unitOf))])),
    texts: turns.map((turn) => ({ unit: unitOf(turn), title: '', text: turn.text })),
  }
}

function conversation(id: string, turns: readonly JudgedDocument[]) {
  const at = instantOf(turns[0]!.date!)
  return {
    id,
    event_at: at,
    messages: turns.map(({ speaker, text }) => ({ speaker: speaker!, text, at })),
  }
}

/** A turn may be several passages. */
function unitsOf(turn: JudgedDocument, unitOf: (turn: JudgedDocument) => string): string[] {
  return splitMessages([{ speaker: turn.speaker!, text: turn.text }]).map(() => unitOf(turn))
}

/** `March-15-2024` and `2023/07/12 (Wed) 10:14` as instants, in UTC. */
function instantOf(date: string): string {
  return new Date(`${date.replace(/\(.*?\)/, '').replaceAll('-', ' ')} UTC`).toISOString()
}
