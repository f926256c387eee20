// The keys of the board and its swipes, in force while its page is shown.
import { useEffect, type ReactNode, type RefObject } from 'react'
import { registerCommands } from '#platform/web/commands/registry.ts'
import { listenForSwipes } from '#platform/web/swipe/swipe.ts'
import { boardCommands } from './board-commands.ts'
import { usePorts } from './ports.ts'

/** `field` is the one of its filter. */
export function BoardKeys({ field }: { readonly field: RefObject<HTMLInputElement | null> }): ReactNode {
  const { kinds, index } = usePorts()
  useEffect(() => {
    const focusFilter = () => field.current?.select()
    return registerCommands(boardCommands({ kinds, index, focusFilter }))
  }, [kinds, index, field])
  useEffect(() => {
    // The tabs are there on a phone alone; elsewhere all columns stand beside each other.
    const host = document.querySelector<HTMLElement>('main')
    return host === null ? undefined : listenForSwipes(host, showNext)
  }, [])
  return null
}

function showNext(to: 1 | -1): void {
  const shown = document.querySelector('.column-tabs [aria-selected="true"]')
  const next = to === 1 ? shown?.nextElementSibling : shown?.previousElementSibling
  if (next instanceof HTMLElement) next.click()
}
