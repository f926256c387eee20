// What the palette lists for a text: what the rooms find, then the commands that fit.
import { listCommands, paletteSources, type Command, type PaletteItem } from './registry.ts'
import { rankMatch, wordsOf } from './text-match.ts'

export type ResultGroup = { readonly group: string; readonly items: readonly PaletteItem[] }

export function findResults(query: string): ResultGroup[] {
  const found = paletteSources().map(({ group, search }) => ({ group, items: search(query.trim()) }))
  return [...found, { group: 'Commands', items: findCommands(query) }].filter(({ items }) => items.length > 0)
}

function findCommands(query: string): PaletteItem[] {
  const words = wordsOf(query)
  return listCommands()
    .filter(({ keysOnly }) => keysOnly !== true)
    .map((command) => ({ command, rank: rankMatch(words, [command.title, command.group]) }))
    .filter((each): each is { command: Command; rank: number } => each.rank !== null)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => toItem(command))
}

function toItem({ id, title, icon, keys, run }: Command): PaletteItem {
  return {
    id: `command:${id}`,
    title,
    meta: '',
    run,
    ...(icon === undefined ? {} : { icon }),
    ...(keys === undefined ? {} : { keys }),
  }
}
