import type { Freshness } from '@cairn/contract/crc-v1'

/** How fresh a fact is, in words and as a bar of the confidence that is left. */
export function FreshnessNote({ freshness }: { readonly freshness: Freshness }) {
  const {
    effective_confidence: confidence,
    age_hours: age,
    horizon_class: horizon,
    superseded_by: successor,
  } = freshness
  return (
    <p class="freshness">
      {confidence !== null && (
        <span class="score">
          <span class="bar">
            <span style={{ width: `${Math.round(confidence * 100)}%` }} />
          </span>
          {confidence.toFixed(2)} confidence
        </span>
      )}
      {age !== null && <span>{ageOf(age)}</span>}
      {horizon !== null && <span class="tag">{horizon}</span>}
      {successor !== null && <span class="tag bad">replaced by {successor}</span>}
    </p>
  )
}

/** How long ago, in words. */
export function ageOf(hours: number): string {
  if (hours < 1) return 'just now'
  if (hours < 48) return `${Math.round(hours)} h ago`
  return hours < 24 * 730 ? `${Math.round(hours / 24)} days ago` : `${Math.round(hours / 24 / 365)} years ago`
}
