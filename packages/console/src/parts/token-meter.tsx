/** Tokens that were read, against those that an answer of full texts would have cost. */
export function TokenMeter({
  read,
  page,
  full,
}: {
  readonly read: number
  readonly page: number
  readonly full: number
}) {
  const spent = page + read
  const whole = Math.max(page + full, spent, 1)
  const percent = Math.round((100 * spent) / whole)
  return (
    <section class="meter" aria-label="Tokens">
      <p>
        <strong>{number(spent)}</strong> tokens read of <strong>{number(whole)}</strong> that the same page
        with every body costs
      </p>
      <span class="bar wide" role="img" aria-label={`${percent} percent of the tokens that every body costs`}>
        <span class="page" style={{ width: `${(100 * page) / whole}%` }} />
        <span class="bodies" style={{ width: `${(100 * read) / whole}%` }} />
      </span>
      <p class="legend">
        <span class="swatch page" /> this page {number(page)} · <span class="swatch bodies" /> bodies{' '}
        {number(read)} · {100 - percent} % saved
      </p>
    </section>
  )
}

/** A count as a person writes it. */
export function number(count: number): string {
  return count.toLocaleString('en')
}
