// Listens for keys and runs the commands bound to them. Off while typing, inside terminals and under a modal dialog.
import { useEffect } from 'react'
import { openModals } from '../ui/modals.ts'
import { matchKeys, stepOf } from './keys.ts'
import { listCommands } from './registry.ts'

/** The second key of a pair has to follow within this time. */
const sequenceMs = 1200

export function useKeys(): void {
  useEffect(() => {
    const onKeyDown = createKeyListener()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function createKeyListener(): (event: KeyboardEvent) => void {
  let steps: string[] = []
  let lastMs = 0
  return (event) => {
    const step = stepOf({ key: event.key, mod: event.ctrlKey || event.metaKey, alt: event.altKey })
    if (step === null || event.defaultPrevented || event.isComposing) return
    if (isTyping(event.target) && !step.startsWith('mod+')) return
    if (openModals.get() > 0) return
    steps = event.timeStamp - lastMs > sequenceMs ? [step] : [...steps, step]
    lastMs = event.timeStamp
    const commands = listCommands().filter(({ keys }) => keys !== undefined)
    const bindings = commands.map(({ keys }) => keys ?? '')
    let match = matchKeys(steps, bindings)
    if (match.kind === 'none' && steps.length > 1) match = matchKeys([step], bindings)
    if (match.kind === 'pending') return
    steps = []
    if (match.kind === 'none') return
    event.preventDefault()
    commands.findLast(({ keys }) => keys === match.binding)?.run()
  }
}

const typing = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [data-keys="off"]'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typing) !== null
}

/** Whether keys are printed as on a Mac. */
export const isMac = /mac|iphone|ipad/i.test(navigator.platform)
