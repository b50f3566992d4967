import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

const isOpen = signal(false)

/** Shows what keys do and what the words mean. */
export function openHelp(): void {
  isOpen.value = true
}

const KEYS = [
  ['/', 'to the field of the page'],
  ['↓ ↑', 'from pointer to pointer'],
  ['Enter', 'read the pointer, or fold it'],
  ['e', 'read those that are worth reading'],
  ['?', 'this'],
  ['Esc', 'close this'],
] as const

const WORDS = [
  [
    'Pointer',
    'a name for a passage, such as 12:3. It never changes, and costs about 20 tokens instead of hundreds.',
  ],
  ['Epitome', 'at most 40 tokens of the passage: enough to judge whether it is worth reading.'],
  ['Tier', 'how much comes along: the pointer, a summary, or the full text.'],
  ['Cost', 'tokens a model pays to read: this page, the summaries, or all the bodies of the page.'],
  [
    'Lane',
    'how a passage was found: by its words, by an exact name, or by its neighbours in a conversation.',
  ],
] as const

/** The dialog of keys and words. */
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen.value) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen.value])
  return (
    <dialog ref={dialog} onClose={() => (isOpen.value = false)} aria-labelledby="help-title">
      <h2 id="help-title">Keys and words</h2>
      <dl class="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <dl class="words">
        {WORDS.map(([word, what]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}
