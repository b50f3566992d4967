/** Adds synthetic passages to a peer's index until the process ends for want of memory, and prints how many there were each time. */
import { create, insertMultiple } from '@orama/orama'
import MiniSearch from 'minisearch'
import { passagesBetween } from '../speed/corpus.ts'

const AT_ONCE = 1000

const fillers = {
  MiniSearch: () => {
    const index = new MiniSearch({ idField: 'number', fields: ['title', 'text'] })
    return (from: number) => index.addAll([...passagesBetween(from, from + AT_ONCE)])
  },
  Orama: () => {
    const index = create({
      schema: { title: 'string', text: 'string' } as const,
      components: { tokenizer: { language: 'english', stemming: true } },
    })
    return async (from: number) => {
      const documents = Array.from(passagesBetween(from, from + AT_ONCE), ({ number, title, text }) => {
        return { id: `${number}`, title, text }
      })
      await insertMultiple(index, documents, AT_ONCE)
    }
  },
}

const fill = fillers[process.argv[2] as keyof typeof fillers]()
for (let count = 0; ; count += AT_ONCE) {
  await fill(count)
  console.log(count + AT_ONCE)
}
