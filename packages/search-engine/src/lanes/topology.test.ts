import { describe, expect, it } from 'vitest'
import { Collection } from '../../test/collection.ts'

type Turn = readonly [speaker: string, text: string]

/** Conversations, one a list of turns, beside twenty notes about other things. */
function talks(...conversations: readonly (readonly Turn[])[]): Collection {
  const turns = conversations.flatMap((list, n) =>
    list.map(([speaker, text], index) => ({ documentId: `talk${n}`, speaker, text, index })),
  )
  return new Collection([...turns, ...Array.from({ length: 20 }, (_, n) => `other note ${n}`)])
}

describe('the Topology lane', () => {
  it('ranks a question above its like when the reply to it is about the same', () => {
    const notes = talks(
      [
        ['user', 'Which roof lasts?'],
        ['assistant', 'Sleep well.'],
      ],
      [
        ['user', 'Which roof lasts?!'],
        ['assistant', 'A slate roof lasts.'],
      ],
    )
    const questions = notes
      .texts('which roof lasts', { limit: 30 })
      .filter((text) => text.startsWith('Which'))
    expect(questions).toEqual(['Which roof lasts?!', 'Which roof lasts?'])
  })

  it('ranks the words of the one who is asked about first', () => {
    const notes = talks([['assistant', 'The red garden']], [['user', 'A red garden']])
    expect(notes.texts('what did I say of the red garden')[0]).toBe('A red garden')
    expect(notes.texts('what did you say of a red garden')[0]).toBe('The red garden')
  })

  it('ranks the words of a speaker that the query names first', () => {
    const notes = talks([
      ['Ann', 'The red garden'],
      ['Bob', 'A red garden'],
    ])
    const lanes = ['Bm25', 'Topology'] as const
    const partOf = (query: string) =>
      notes.search(query, { lanes }).hits.map((hit) => [hit.passage.speaker, hit.lanes.Topology > 0.1])
    expect(partOf("Bob's red garden")).toEqual([
      ['Bob', true],
      ['Ann', false],
    ])
  })

  it('shows no passage without a word of the query', () => {
    const notes = talks([
      ['user', 'Hello there.'],
      ['assistant', 'An axolotl.'],
      ['user', 'Thanks.'],
    ])
    expect(notes.texts('axolotl')).toEqual(['An axolotl.'])
  })

  it('hears the neighbours that a filter leaves out, and not the dead', () => {
    const notes = talks([
      ['user', 'Which roof lasts?'],
      ['assistant', 'A slate roof lasts.'],
    ])
    const lanes = ['Bm25', 'Topology'] as const
    const [hit, ...others] = notes.search('roof lasts', { lanes, filter: { speaker: 'user' } }).hits
    expect([hit!.passage.speaker, hit!.lanes.Topology > 0, others]).toEqual(['user', true, []])
    const [alone] = notes.search('roof lasts', { lanes, dead: ['1:1'] }).hits
    expect(alone!.lanes.Topology).toBe(0)
  })

  it('lets words that were cut into two passages of one document, or of one turn, count together', () => {
    for (const speaker of ['', 'Ann']) {
      const notes = new Collection([
        { documentId: 'a', index: 0, speaker, text: 'A red roof on the old barn.' },
        { documentId: 'a', index: 1, speaker, text: 'Its green door is new now.' },
        { documentId: 'b', text: 'A red roof on the old house.' },
      ])
      const { hits } = notes.search('red roof green door', { lanes: ['Bm25', 'Topology'] })
      expect(hits.map((hit) => hit.passage.documentId)).toEqual(['a', 'a', 'b'])
      expect(hits.map((hit) => hit.lanes.Topology > 0)).toEqual([true, true, false])
    }
  })

  it('does not let the turns of different speakers count together', () => {
    const notes = talks([
      ['Ann', 'A red roof.'],
      ['Bob', 'Of slate, which is dear.'],
    ])
    const { hits } = notes.search('red roof', { lanes: ['Bm25', 'Topology'] })
    expect(hits.map((hit) => hit.lanes.Topology)).toEqual([0])
  })

  it('lifts what shares the telling words of the three best, and leaves these where they were', () => {
    const best = [1, 2, 3].map((n) => `red axolotl salamander ${n}`)
    const notes = new Collection([
      ...best,
      'a red brick that is long',
      'a red salamander that is long',
      ...Array.from({ length: 60 }, (_, n) => `note ${n}`),
    ])
    const texts = (lanes: readonly ('Bm25' | 'Topology')[]) => notes.texts('red axolotl', { lanes })
    expect(texts(['Bm25']).slice(3)).toEqual(['a red brick that is long', 'a red salamander that is long'])
    expect(texts(['Bm25', 'Topology'])).toEqual([
      ...best,
      'a red salamander that is long',
      'a red brick that is long',
    ])
  })
})
