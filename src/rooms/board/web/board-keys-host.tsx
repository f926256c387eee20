// The keys of the board, in force while its page is shown.
import { useEffect, type ReactNode, type RefObject } from 'react'
import { registerCommands } from '#platform/web/commands/registry.ts'
import { boardCommands } from './board-commands.ts'
import { usePorts } from './ports.ts'

/** `field` is the one of its filter. */
export function BoardKeys({ field }: { readonly field: RefObject<HTMLInputElement | null> }): ReactNode {
  const { kinds, index } = usePorts()
  useEffect(() => {
    const focusFilter = () => field.current?.select()
    return registerCommands(boardCommands({ kinds, index, focusFilter }))
  }, [kinds, index, field])
  return null
}
