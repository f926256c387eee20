// `orrery ls`: who works, who waits, since when and why.
import { shortSpan } from '#base/short-span.ts'
import { fromIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { Colour, Output } from '#platform/server/cli/output.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Session, SessionState } from '../../contract.ts'
import { byNeed } from '../../core/by-need.ts'
import { whyOf } from '../../core/why.ts'
import { allSessions } from './find.ts'
import { watchList } from './watch.ts'

const colours: Readonly<Record<SessionState, Colour>> = {
  running: 'blue',
  completed: 'green',
  awaiting_review: 'yellow',
  failed: 'red',
  idle: 'dim',
}

export type ListOptions = {
  readonly state?: readonly SessionState[]
  readonly names?: boolean
  readonly watch?: boolean
}

export async function listSessions(cli: Cli, { state, names, watch }: ListOptions): Promise<void> {
  const read = async () => {
    const all = byNeed(await allSessions(cli))
    return state === undefined ? all : all.filter((session) => state.includes(session.state))
  }
  if (watch === true) return watchList(cli, { read, draw: (all) => sessionTable(all, cli.output, systemClock.now()) })
  const sessions = await read()
  if (names === true) return cli.output.raw(sessions.map((session) => `${session.tmux_session}\n`).join(''))
  cli.output.result({ sessions }, sessions.length === 0 ? '' : sessionTable(sessions, cli.output, systemClock.now()))
  if (sessions.length === 0) cli.output.note('No sessions. Launch one with: orrery launch shell "echo hello"')
}

export function sessionTable(sessions: readonly Session[], output: Output, nowMs: number): string {
  return formatTable(
    sessions,
    [
      {
        title: 'STATE',
        text: ({ state }) => state.replaceAll('_', ' '),
        paint: (text, { state }) => output.paint(colours[state], text),
      },
      { title: 'SINCE', text: (session) => shortSpan(nowMs - fromIso(session.state_since)) },
      { title: 'WHY', text: (session) => whyOf(session, (task) => task) ?? '-', shrinks: { minimum: 16 } },
      { title: 'LABEL', text: ({ label }) => label, shrinks: { minimum: 12 } },
      { title: 'AGENT', text: ({ agent_type: type }) => type },
      { title: 'TMUX', text: ({ tmux_session: name }) => name },
    ],
    output.width,
  )
}
