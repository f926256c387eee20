// A state as a moon phase, so that the shape says what the colour says.
import type { ReactNode } from 'react'
import { lookOf, wordsForState, type Phase } from './dots.ts'
import './dot.css'

/** Named by its state unless the word stands beside it (`isMute`). */
export function Dot({ state, isMute = false }: { readonly state: string; readonly isMute?: boolean }): ReactNode {
  const { tone, phase } = lookOf(state)
  const name = isMute ? { 'aria-hidden': true } : { role: 'img', 'aria-label': wordsForState(state) }
  if (phase === 'turning')
    return (
      <span className="dot turning" data-tone={tone} {...name}>
        <svg viewBox="0 0 14 14" aria-hidden>
          {shapes[phase]}
        </svg>
      </span>
    )
  return (
    <svg className="dot" data-tone={tone} viewBox="0 0 14 14" {...name}>
      {shapes[phase]}
    </svg>
  )
}

/** The state's word in the state's colour. */
export function StateWord({ state, children }: { readonly state: string; readonly children?: ReactNode }): ReactNode {
  return (
    <span className="state" data-tone={lookOf(state).tone}>
      {wordsForState(state)}
      {children}
    </span>
  )
}

const stroked = { fill: 'none', stroke: 'currentColor' }
const planet = <circle cx="7" cy="7" r="3" fill="currentColor" />
const disc = <circle cx="7" cy="7" r="5.75" fill="currentColor" />
const cut = { fill: 'none', stroke: 'var(--bg-2)', strokeWidth: 1.5, strokeLinecap: 'round' as const }

const shapes: Record<Phase, ReactNode> = {
  turning: (
    <>
      {planet}
      <path d="M7 1.25A5.75 5.75 0 1 1 1.25 7" {...stroked} strokeWidth="1.25" strokeLinecap="round" />
    </>
  ),
  ringed: (
    <>
      {planet}
      <circle cx="7" cy="7" r="5.75" {...stroked} strokeWidth="1.25" />
    </>
  ),
  'dashed-ringed': (
    <>
      {planet}
      <circle cx="7" cy="7" r="5.75" {...stroked} strokeWidth="1.25" strokeDasharray="2 2.5" />
    </>
  ),
  half: (
    <>
      <circle cx="7" cy="7" r="5" {...stroked} strokeWidth="1.5" />
      <path d="M7 2a5 5 0 0 0 0 10z" fill="currentColor" />
    </>
  ),
  'full-check': (
    <>
      {disc}
      <path d="m4.6 7.2 1.7 1.7 3.2-3.6" {...cut} strokeLinejoin="round" />
    </>
  ),
  'full-cross': (
    <>
      {disc}
      <path d="m5 5 4 4m0-4-4 4" {...cut} />
    </>
  ),
  bar: (
    <>
      <circle cx="7" cy="7" r="5" {...stroked} strokeWidth="1.5" />
      <path d="M4.5 7h5" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </>
  ),
  ring: <circle cx="7" cy="7" r="4.75" {...stroked} strokeWidth="1.5" />,
  square: (
    <>
      <circle cx="7" cy="7" r="4.75" {...stroked} strokeWidth="1.5" />
      <rect x="5" y="5" width="4" height="4" rx=".5" fill="currentColor" />
    </>
  ),
  centre: (
    <>
      <circle cx="7" cy="7" r="4.75" {...stroked} strokeWidth="1.5" />
      <circle cx="7" cy="7" r="1.5" fill="currentColor" />
    </>
  ),
  dashed: <circle cx="7" cy="7" r="4.75" {...stroked} strokeWidth="1.5" strokeDasharray="2 2.26" />,
}
