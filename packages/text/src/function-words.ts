/** Whether a folded word of English, Russian, Arabic or Hindi only carries grammar or asks (`the`, `what`), so that a query may go without it. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word)
}

const FUNCTION_WORDS = new Set(
  `a about after all also am an and any are as at be because been before being between both but by can could did do
  does doing dont during each for from further had has have having he her here hers herself him himself his how i if
  im in into is it its itself just me might more most must my myself no nor not of off on once only or other our ours
  ourselves out over own s same shall she should so some such t than that the their theirs them themselves then there
  these they this those through to too under until up us very was we were what whats when where which while who whom
  whose why will with would you your yours yourself yourselves please tell many much
  а без бы был была были было быть в во все вы где да для до его ее если есть же за и из или их к как какая какие какой
  какое каких каком какую когда кого кому который которая которые которое кто куда ли мы на над не ни но о об он она
  они от по под почему при с сколько со так также то только у чего чей чем что чтобы эта эти это этот я
  في من علي الي عن ما ماذا متي اين كيف كم لماذا هل هو هي هذا هذه ذلك التي الذي و او ان كان كانت مع اي ايه الذين بين لا
  का की के को में से पर ने और या है हैं था थी थे हो कि यह वह ये वे इस उस एक क्या कब कहां कहाँ कैसे कौन किस किसने किसे
  कितना कितने कितनी क्यों तक भी ही लिए द्वारा साथ`.split(/\s+/),
)
