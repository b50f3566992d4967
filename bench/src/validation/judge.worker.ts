import { SUBJECTS } from './subjects.ts'

/** Judges the answers of a request as often as it asks, and says how many were accepted. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { subject, rounds, texts } = (await request.json()) as {
      subject: string
      rounds: number
      texts: string[]
    }
    const { accepts } = SUBJECTS.find(({ name }) => name === subject)!
    const answers = texts.map((text) => ({ text, answer: JSON.parse(text) as unknown }))
    let accepted = 0
    for (let round = 0; round < rounds; round++)
      for (const { answer, text } of answers) if (accepts(answer, text)) accepted++
    return new Response(String(accepted))
  },
}
