import type { Topic } from '../topic.ts'

/** What the members of a search's decision mean, and what to do about each. */
export const agentDecision: Topic = {
  topic: 'agent-decision',
  title: 'What agent_decision says, and what to do about it',
  isPublic: false,
  text: `\`agent_decision\` of a search says how the page was found and what is worth doing next. It is null where nothing was ranked.

load_bearing_lane: the lane with the largest part of the page's scores. \`Bm25\`: the words. \`Indexing\`: names (title, id, key, identifier, quote). \`Topology\`: who spoke and what stood beside it in a conversation, or the rest of the document. \`Dense\`: nearness of vectors. \`Tie\`: the first two within 0.05 of each other; trust neither more. \`Unknown\`: no hits.

read_pointers: the best hits, at most three, each of which adds a matched word to those before it, so that together they hold all they can; cheapest first. \`next.expand\` reads them. Skip one whose pointer says \`complete: true\`: its epitome is all of it.

missing_terms: what nothing on the page holds. Ask again without it, or in the words the text itself would use.

suggested_next_lane: \`None\`: the best hits hold at least half of the question; go on. \`Indexing\`: they hold less, and that lane was left out; ask again with it. \`EscalateEngine\`: they hold less although every lane ran: another search of the same words changes nothing. Use other words, another source or a person, or say that it is not stored. No call is named so; it is advice.

fused_confidence: null until it has been fitted for the namespace from its own feedback. Do not read a score as a probability.

With \`detail=full\`: lane_attribution has each lane's share, \`meta.coverage\` the share of the question that the three best hits hold (its words weighed by how rare they are), and \`meta.bandit_variant\` the name of the ranking configuration, to tell answers of different releases apart. It is nothing to choose.`,
}
