// The keys that a phone's keyboard lacks.
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import type { LiveTerminal } from './live-terminal.ts'

const keys = [
  ['Esc', '\u001B', 'Esc'],
  ['Tab', '\t', 'Tab'],
  ['^C', '\u0003', 'Control C'],
  ['↑', '\u001B[A', 'Up'],
  ['↓', '\u001B[B', 'Down'],
  ['⏎', '\r', 'Enter'],
] as const

export function KeyRow({ live }: { readonly live: LiveTerminal }): ReactNode {
  const state = useValue(live.connection.state)
  if (state.kind !== 'live' || state.mode !== 'write') return null
  return (
    <div className="term-keys" role="group" aria-label="Keys">
      {keys.map(([face, sequence, name]) => (
        <button key={name} type="button" className="btn" aria-label={name} onClick={() => live.press(sequence)}>
          {face}
        </button>
      ))}
    </div>
  )
}
