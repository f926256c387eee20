// What the palette lists for a text: what the rooms find, then the commands that fit.
import { paletteSources, type PaletteItem } from './palette-sources.ts'
import { listCommands, type Command } from './registry.ts'
import { readRecent, recentFirst } from './recent.ts'
import { rankMatch, wordsOf } from './text-match.ts'

export type ResultGroup = { readonly group: string; readonly items: readonly PaletteItem[] }

export function findResults(query: string): ResultGroup[] {
  const recent = readRecent()
  const found = paletteSources().map(({ group, search }) => ({ group, items: search(query.trim()) }))
  const groups = [...found, { group: 'Commands', items: findCommands(query, recent) }]
  return onceEach(groups).filter(({ items }) => items.length > 0)
}

/** What several sources find stands where it was found first. */
function onceEach(groups: readonly ResultGroup[]): ResultGroup[] {
  const seen = new Set<string>()
  return groups.map(({ group, items }) => ({
    group,
    items: items.filter(({ id }) => !seen.has(id) && seen.add(id)),
  }))
}

/** By how well they fit, and among equals what was run lately. */
function findCommands(query: string, recent: readonly string[]): PaletteItem[] {
  const words = wordsOf(query)
  return recentFirst(
    listCommands().map((command) => ({ id: idOf(command), command })),
    recent,
  )
    .map(({ command }) => command)
    .filter(({ keysOnly }) => keysOnly !== true)
    .map((command) => ({ command, rank: rankMatch(words, [command.title, command.group]) }))
    .filter((each): each is { command: Command; rank: number } => each.rank !== null)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => toItem(command))
}

function idOf({ id }: Pick<Command, 'id'>): string {
  return `command:${id}`
}

function toItem({ id, title, icon, keys, run }: Command): PaletteItem {
  return {
    id: idOf({ id }),
    title,
    meta: '',
    run,
    ...(icon === undefined ? {} : { icon }),
    ...(keys === undefined ? {} : { keys }),
  }
}
