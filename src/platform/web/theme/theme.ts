// The person's choice of theme. theme.js in public/ applies it before the first paint; here it is changed.
import { createValue } from '../store/value-store.ts'

export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'orrery.theme'

export const theme = createValue<Theme>(readApplied())

export function chooseTheme(next: Theme): void {
  theme.set(next)
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
  try {
    if (next === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, next)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

/** Turns what is seen now into its opposite. */
export function switchTheme(): void {
  const isDark = theme.get() === 'dark' || (theme.get() === 'system' && prefersDark())
  chooseTheme(isDark ? 'light' : 'dark')
}

function prefersDark(): boolean {
  return matchMedia('(prefers-color-scheme: dark)').matches
}

function readApplied(): Theme {
  const applied = document.documentElement.dataset.theme
  return applied === 'dark' || applied === 'light' ? applied : 'system'
}
