import type { ResolutionCode } from '@cairn/contract/resolution'
import type { Topic } from './topic.ts'

/** What to do when an answer points at a resolution: what happened, and the steps to try in order. */
export interface Playbook {
  readonly title: string
  readonly happened: string
  readonly steps: readonly Step[]
}

/** One step; `call` can be sent as it is written once its `<names>` are filled in. */
export interface Step {
  readonly say: string
  readonly call?: string
}

/** A playbook as the topic `resolution:<Code>`. */
export function playbookTopic(code: ResolutionCode, playbook: Playbook): Topic {
  const { title, happened, steps } = playbook
  return { topic: `resolution:${code}`, title, isPublic: false, text: `${happened}\n\n${writeSteps(steps)}` }
}

/** Numbered steps, each with its call on a line of its own. */
export function writeSteps(steps: readonly Step[]): string {
  return steps
    .map(({ say, call }, i) => `${i + 1}. ${say}${call === undefined ? '' : `\n   ${call}`}`)
    .join('\n')
}
