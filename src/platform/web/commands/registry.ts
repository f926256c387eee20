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

/** Where commands are in force: over every page, or on what is shown just now. */
type Reach = 'everywhere' | 'here'

const registered: Readonly<Record<Reach, Command[]>> = { everywhere: [], here: [] }

/** Adds commands until the returned function is called. */
export function registerCommands(commands: readonly Command[], reach: Reach = 'here'): () => void {
  const among = registered[reach]
  among.push(...commands)
  return () => {
    for (const command of commands) among.splice(among.indexOf(command), 1)
  }
}

/**
 * The commands in force, each id once. Of two with one key the later in the list has it: what is shown goes before what is
 * everywhere, whichever was loaded first.
 */
export function listCommands(): Command[] {
  const byId = new Map<string, Command>()
  for (const command of [...registered.everywhere, ...registered.here]) {
    // A map leaves an id where it first was.
    byId.delete(command.id)
    byId.set(command.id, command)
  }
  return [...byId.values()]
}

/** Registers while the component is shown; `commands` must be stable (`useMemo` or a constant). */
export function useCommands(commands: readonly Command[], reach: Reach = 'here'): void {
  useEffect(() => registerCommands(commands, reach), [commands, reach])
}
