// The tmux name of a launch; a taken one is told while it is typed, with a free one to take instead.
import { useMemo, type ReactNode } from 'react'
import { TextField } from '#platform/web/ui/labelled-field.tsx'
import type { SessionCard, SessionState } from '../../contract.ts'
import { sessions } from '../session-store.ts'
import { freeName } from './launch-fields.ts'
import type { FieldProps } from './text-fields.tsx'

export function NameField({ fields, problem, set }: FieldProps): ReactNode {
  const names = useMemo(() => new Map(sessions.all().map((session) => [session.tmux_session, session])), [])
  const name = fields.sessionName.trim()
  const holder = names.get(name)
  const isTaken = holder !== undefined || problem?.startsWith('Taken') === true
  const other = freeName(name, new Set(names.keys()))
  return (
    <TextField
      label="tmux session"
      placeholder="a new name"
      kind="code"
      value={fields.sessionName}
      problem={holder === undefined ? (problem ?? null) : takenBy(holder)}
      onChange={(sessionName) => set({ sessionName })}
      wayOut={
        isTaken ? (
          <button type="button" className="as-link" onClick={() => set({ sessionName: other })}>
            Use {other}
          </button>
        ) : null
      }
    />
  )
}

const holderWords: Readonly<Record<SessionState, string>> = {
  idle: 'that is queued',
  running: 'that runs',
  awaiting_review: 'that awaits review',
  completed: 'that completed',
  failed: 'that failed',
}

function takenBy({ state }: SessionCard): string {
  return `Taken by a session ${holderWords[state]}.`
}
