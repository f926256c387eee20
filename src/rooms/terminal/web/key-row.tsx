// The keys that a phone's keyboard lacks.
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import type { LiveTerminal } from './live-terminal.ts'

type Key = readonly [face: string, name: string, press: (live: LiveTerminal) => void]

const sends = (face: string, name: string, sequence: string): Key => [face, name, (live) => live.press(sequence)]

/** In two rows of six: what is pressed while something runs stands where a right thumb is. */
const keys: readonly Key[] = [
  sends('Esc', 'Esc', '\u001B'),
  sends('Tab', 'Tab', '\t'),
  ['Ctrl', 'Ctrl', ({ control }) => control.set(!control.get())],
  sends('^C', 'Control C', '\u0003'),
  sends('↑', 'Up', '\u001B[A'),
  sends('⏎', 'Enter', '\r'),
  ['Paste', 'Paste', (live) => void paste(live)],
  ['A−', 'A− smaller letters', (live) => live.enlarge(-1)],
  ['A+', 'A+ larger letters', (live) => live.enlarge(1)],
  sends('←', 'Left', '\u001B[D'),
  sends('↓', 'Down', '\u001B[B'),
  sends('→', 'Right', '\u001B[C'),
]

export function KeyRow({ live }: { readonly live: LiveTerminal }): ReactNode {
  const state = useValue(live.connection.state)
  const isControl = useValue(live.control)
  if (state.kind !== 'live' || state.mode !== 'write') return null
  return (
    <div className="term-keys" role="group" aria-label="Keys">
      {keys.map(([face, name, press]) => (
        <button
          key={name}
          type="button"
          className="btn"
          aria-label={name}
          aria-pressed={name === 'Ctrl' ? isControl : undefined}
          // The keyboard of the phone stays where it is.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => press(live)}
        >
          {face}
        </button>
      ))}
    </div>
  )
}

async function paste(live: LiveTerminal): Promise<void> {
  try {
    live.paste(await navigator.clipboard.readText())
  } catch {
    // Asked for and refused, or there is none at this address.
    const title = 'Not pasted: this browser gives no clipboard here. Hold the screen, and paste from its menu.'
    toast({ tone: 'idle', title, text: '' })
  }
}
