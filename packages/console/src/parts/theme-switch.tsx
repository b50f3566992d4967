import { effect, signal } from '@preact/signals'

type Theme = 'light' | 'dark'
const KEY = 'cairn-theme'
const stored = localStorage.getItem(KEY)
const theme = signal<Theme | null>(stored === 'light' || stored === 'dark' ? stored : null)

effect(() => {
  if (theme.value === null) document.documentElement.removeAttribute('data-theme')
  else document.documentElement.dataset.theme = theme.value
})

/** Light or dark; as the system has it until one is chosen. */
export function ThemeSwitch() {
  const isDark =
    (theme.value ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
  const turn = () => {
    theme.value = isDark ? 'light' : 'dark'
    localStorage.setItem(KEY, theme.value)
  }
  return (
    <button type="button" class="quiet" onClick={turn} aria-pressed={isDark}>
      {isDark ? 'Light' : 'Dark'}
    </button>
  )
}
