// Buttons of the settings in the palette: what a section asks the service for names them, and running one leads to it.
import { SlidersHorizontal } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import type { Result } from '#base/result.ts'
import type { Problem } from '../api/problem.ts'
import { accessToken } from '../auth/token.ts'
import type { PaletteItem, PaletteSource } from '../commands/palette-sources.ts'
import { rankMatch, wordsOf } from '../commands/text-match.ts'
import { createValue } from '../store/value-store.ts'

/** One control of a section of the settings. */
export type SettingsControl = {
  /** Of the section, as its address has it. */
  readonly section: string
  /** As the palette says it. */
  readonly title: string
  /** Its accessible name, where that is another. */
  readonly name?: string
  /** It changes nothing by itself, so it is pressed rather than focused: a form opens. */
  readonly isOpener?: boolean
}

type Parts<T> = {
  readonly group: string
  /** Asked when the palette opens in a browser that is signed in. */
  readonly load: () => Promise<Result<T, Problem>>
  readonly controlsOf: (answer: T) => readonly SettingsControl[]
}

/** More would push what else is found out of sight. */
const mostFound = 6

export function createControlSource<T>({ group, load, controlsOf }: Parts<T>): PaletteSource {
  const controls = createValue<readonly SettingsControl[]>([])
  return {
    group,
    answered: controls,
    onOpen() {
      if (accessToken() !== null) void read()
    },
    search(query) {
      const words = wordsOf(query)
      if (words.length === 0) return []
      return controls
        .get()
        .map((control) => ({ control, rank: rankMatch(words, [control.title, group]) }))
        .filter((each): each is { control: SettingsControl; rank: number } => each.rank !== null)
        .toSorted((one, other) => one.rank - other.rank)
        .slice(0, mostFound)
        .map(({ control }) => toItem(group, control))
    },
  }

  /** A refusal leaves what was known: the section itself says why. */
  async function read(): Promise<void> {
    const answer = await load()
    if (answer.ok) controls.set(controlsOf(answer.value))
  }
}

function toItem(group: string, control: SettingsControl): PaletteItem {
  const { section, title } = control
  return {
    id: `control:${section}:${title}`,
    title,
    meta: group,
    icon: SlidersHorizontal,
    run: () => goToControl(control),
  }
}

/** A section reads its rows from the service before it draws them. */
const longestWaitMs = 5000

/** Nothing in an address can ask for this: a link from elsewhere must not press anything. */
function goToControl({ section, title, name = title, isOpener = false }: SettingsControl): void {
  navigate(`/settings/${section}`)
  const watch = new MutationObserver(look)
  const timer = setTimeout(end, longestWaitMs)
  watch.observe(document.body, { childList: true, subtree: true })
  look()

  /** The palette gives the focus back as it goes, so that it has to be gone by then. */
  function look(): void {
    if (document.querySelector('[role=dialog]') !== null || findControl(name) === null) return
    end()
    requestAnimationFrame(reach)
  }
  function reach(): void {
    const control = findControl(name)
    control?.scrollIntoView({ block: 'center' })
    control?.focus()
    if (isOpener) control?.click()
  }
  function end(): void {
    watch.disconnect()
    clearTimeout(timer)
  }
}

/** The button of that name; of a group of that name, the one that is chosen. */
function findControl(name: string): HTMLElement | null {
  const page = document.querySelector('.settings')
  const named = [...(page?.querySelectorAll<HTMLElement>('button, [role=group]') ?? [])].find(
    (element) => (element.getAttribute('aria-label') ?? element.textContent.trim()) === name,
  )
  if (named === undefined) return null
  return named.matches('button') ? named : named.querySelector<HTMLElement>('[aria-pressed=true], button')
}
