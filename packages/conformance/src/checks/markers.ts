import { MARKERS } from '../corpus.ts'
import { type Exchange, SIDES } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { TOKEN_WORKERS } from '../requirement.ts'

/** Each side stores a word of its own: an answer that shows another side's, which its request did not say, is a leak. */
export function judgeMarkers(probe: Probe, exchange: Exchange): void {
  if (!(TOKEN_WORKERS as readonly string[]).includes(exchange.worker)) return
  const { request, side, text } = exchange
  const asked = `${request.address} ${request.body ?? ''}`
  for (const other of SIDES) {
    const marker = MARKERS[other]
    if (other === side || asked.includes(marker)) continue
    const requirement = other === 'b' || side === 'b' ? 'tenants-are-apart' : 'namespaces-are-apart'
    if (text.includes(marker))
      probe.judge(requirement, exchange, `shows the marker of side ${other} to side ${side}`)
  }
}
