import type { Group } from './retrieval-set.ts'

/** Asks an engine; gives units, best first, each perhaps more than once. */
export type Rank = (question: string) => Promise<readonly string[]>

/** An engine that Cairn is measured beside: filled with a group, it ranks the texts of that group. */
export type Peer = (group: Group, language: string) => Promise<Rank>

/** Texts asked of each engine: enough for ten units where a unit has several texts. */
export const TEXTS = 30
