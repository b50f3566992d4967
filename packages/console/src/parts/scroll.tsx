import type { ComponentChildren } from 'preact'

/** What may be wider than the page scrolls by itself, by keys too. */
export function Scroll({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="scroll" tabIndex={0} aria-label={name}>
      {children}
    </section>
  )
}
