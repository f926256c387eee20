// Every command of the page, once: the palette, the shortcut sheet and the keys all read it here.
import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'

export const commandGroups = ['Go to', 'Board', 'Triage', 'Session', 'Strands', 'Devices', 'Page'] as const

export type Command = {
  /** Unique; the later registration of an id wins. */
  readonly id: string
  readonly title: string
  readonly group: (typeof commandGroups)[number]
  /** As in `keys.ts`: 'g b', 'mod+k'. */
  readonly keys?: string
  readonly icon?: LucideIcon
  readonly run: () => void
  /** Also while a field is written in, where other keys belong to the field. */
  readonly whileTyping?: boolean
  /** Left out of the palette: it only makes sense under a key, as moving from card to card does. */
  readonly keysOnly?: boolean
}

const registered: Command[] = []

/** Adds commands until the returned function is called. */
export function registerCommands(commands: readonly Command[]): () => void {
  registered.push(...commands)
  return () => {
    for (const command of commands) registered.splice(registered.indexOf(command), 1)
  }
}

/** The commands in force, each id once. */
export function listCommands(): Command[] {
  return [...new Map(registered.map((command) => [command.id, command])).values()]
}

/** Registers while the component is shown; `commands` must be stable (`useMemo` or a constant). */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => registerCommands(commands), [commands])
}
