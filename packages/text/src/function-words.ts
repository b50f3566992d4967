/** Whether a folded word only carries grammar or asks (`the`, `what`), so that a query may go without it. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word)
}

const FUNCTION_WORDS = new Set(
  `a about after all also am an and any are as at be because been before being between both but by can could did do
  does doing dont during each for from further had has have having he her here hers herself him himself his how i if
  im in into is it its itself just me might more most must my myself no nor not of off on once only or other our ours
  ourselves out over own s same shall she should so some such t than that the their theirs them themselves then there
  these they this those through to too under until up us very was we were what whats when where which while who whom
  whose why will with would you your yours yourself yourselves please tell many much`.split(/\s+/),
)
