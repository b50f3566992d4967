import type { Handler } from '@cairn/http-kernel/call'
import { ALIASES, TOPICS } from './topics.ts'

/** Every topic with its title, its other names, and whether it is read without a token. */
export const listTopics: Handler<unknown> = async () => ({
  body: {
    topics: TOPICS.map(({ topic, title, isPublic }) => ({
      topic,
      title,
      public: isPublic,
      aliases: Object.keys(ALIASES).filter((alias) => ALIASES[alias] === topic),
    })),
  },
})
