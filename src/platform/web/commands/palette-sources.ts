// What the palette finds beside commands: rooms bring sources, which are fetched when it first opens.
import type { LucideIcon } from 'lucide-react'
import type { ValueStore } from '../store/value-store.ts'
import { commandOverlay } from './palette-state.ts'

export type PaletteItem = {
  readonly id: string
  readonly title: string
  readonly meta: string
  /** A state whose dot stands before the title, or an icon. */
  readonly dot?: string
  readonly icon?: LucideIcon
  readonly keys?: string
  readonly run: () => void
  /** What `mod+Enter` does, when it does something else. */
  readonly runOther?: { readonly label: string; readonly run: () => void }
  /** What is copied when a person copies the item. */
  readonly copyText?: string
}

export type PaletteSource = {
  readonly group: string
  /** Best first; `query` is trimmed and may be empty. */
  readonly search: (query: string) => readonly PaletteItem[]
  /** What is typed, trimmed, each time that it changes: the time to ask what takes longer. */
  readonly onQuery?: (query: string) => void
  /** Changes when `search` finds more than before, since an answer came. */
  readonly answered?: Pick<ValueStore<unknown>, 'subscribe'>
  /** The palette opens: the time to read what no feed tells. */
  readonly onOpen?: () => void
}

export type FetchSources = () => Promise<readonly PaletteSource[]>

const fetches: FetchSources[] = []
let sources: readonly PaletteSource[] = []

/** Where they are fetched from, for the life of the page; they stand in the palette in the order of registering. */
export function registerPaletteSources(fetchSources: FetchSources): void {
  fetches.push(fetchSources)
}

/** Fetches them all, once; fails when one can't be fetched, and may be tried again. */
export async function loadPaletteSources(): Promise<void> {
  sources = (await Promise.all(fetches.map((fetchSources) => fetchSources()))).flat()
  // It opened before they were there.
  tellOpened()
}

/** Those that were loaded. */
export function paletteSources(): readonly PaletteSource[] {
  return sources
}

function tellOpened(): void {
  if (commandOverlay.get() === 'palette') for (const { onOpen } of sources) onOpen?.()
}

commandOverlay.subscribe(tellOpened)
