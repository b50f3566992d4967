/**
 * Whose words an English question about a conversation asks for: the assistant's where it says what "you" did, else
 * those of who asks where it says "I" or "my". Null where it says neither.
 */
export function askedRole(query: string): 'user' | 'assistant' | null {
  const plain = query.toLowerCase().replaceAll('’', "'")
  if (ASSISTANT.test(plain)) return 'assistant'
  return USER.test(plain) ? 'user' : null
}

const ASSISTANT =
  /\b(?:did|have|had) you\b|\byou(?:'ve|'d| have| had| also| just| previously)* (?:recommend|suggest|advis|propos|mention|said|told|gave|given|provid|explain|list|describ|show)/
const USER = /\b(?:i|i'm|i've|i'd|i'll|my|mine|myself)\b/
