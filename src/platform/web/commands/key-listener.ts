// Runs the command that is bound to a key or to two in a row. Off while typing, inside terminals and under a modal dialog.
import { openModals } from '../ui/modals.ts'
import { holdKey, isHolding } from './held-keys.ts'
import { matchKeys, stepOf } from './keys.ts'
import { closeCommandOverlay, typedAhead } from './palette-state.ts'
import { listCommands } from './registry.ts'

/** The second key of a pair has to follow within this time. */
const sequenceMs = 1200
/** Who writes presses the next key within this time. */
const goesOnMs = 1500

/** Where a letter was written last, and when; null once a key such as Enter ended the writing. */
type Writing = { readonly field: Element; readonly atMs: number } | null

export function createKeyListener(): (event: KeyboardEvent) => void {
  let steps: string[] = []
  let lastMs = 0
  let writing: Writing = null
  return (event) => {
    const step = stepOf({ key: event.key, mod: event.ctrlKey || event.metaKey, alt: event.altKey })
    if (step === null || event.isComposing) return
    const field = fieldOf(event.target)
    const isWriting = field !== null
    // Enter that a palette took ends the writing, too.
    if (isWriting) writing = isLetter(event) ? { field, atMs: event.timeStamp } : null
    if (event.defaultPrevented) return
    const ahead = typedAhead.get()
    if (ahead !== null && openModals.get() === 0) return typeAhead(event, ahead)
    // Those that were held go before it, also where one of them led into a field.
    if ((!isWriting || isHolding()) && holdKey(event)) return event.preventDefault()
    if (isWriting && !step.startsWith('mod+')) return
    // The field went away under the hands of somebody, as when an agent goes on by itself: what follows was meant for it.
    if (writing !== null && !writing.field.isConnected && isLetter(event)) {
      const goesOn = event.timeStamp - writing.atMs < goesOnMs
      writing = goesOn ? { ...writing, atMs: event.timeStamp } : null
      if (goesOn) return
    }
    if (openModals.get() > 0) return
    steps = event.timeStamp - lastMs > sequenceMs ? [step] : [...steps, step]
    lastMs = event.timeStamp
    const commands = listCommands().filter(
      ({ keys, whileTyping }) => keys !== undefined && (!isWriting || whileTyping === true),
    )
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

/** Who has opened the palette writes in it, though its field is not there yet: no key means a command meanwhile. */
function typeAhead(event: KeyboardEvent, ahead: string): void {
  const { key } = event
  if (event.ctrlKey || event.metaKey) return
  if (key === 'Escape') closeCommandOverlay()
  else if (key === 'Backspace') typedAhead.set(ahead.slice(0, -1))
  else if (key.length === 1) typedAhead.set(ahead + key)
  else if (key !== 'Enter') return
  event.preventDefault()
}

const typing = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [data-keys="off"]'

function fieldOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(typing) : null
}

/** What writes, and nothing that sends or closes. */
function isLetter({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (key.length === 1 || key === 'Backspace') && !ctrlKey && !metaKey
}
