// What Home tells of sessions: who runs, who starts by itself, who finished, and the first step.
import { fromIso } from '#base/time.ts'
import type { BroughtBlock, BroughtRow, HomeStep, HomeWindow } from '#rooms/home/contract.ts'
import type { Session } from '../../contract.ts'
import { shownStateOf } from '../end/shown-state.ts'
import { wasStopped } from '../end/was-stopped.ts'
import { titleOf } from './title.ts'
import { whyOf, type NameOf } from './why.ts'

export type AroundHome = {
  readonly nameOf: NameOf
  /** What a session printed or said last; null when nothing is known. */
  readonly lastLineOf: (session: Session) => string | null
}

/** The latest start first, as on the board. */
export function runningBlock(sessions: readonly Session[], around: AroundHome): BroughtBlock {
  const running = sessions.filter(({ state }) => state === 'running').toSorted(byNewest)
  const rows = running.map((session) =>
    rowOf(session, around.lastLineOf(session) ?? whyOf(session, around.nameOf), session.state_since),
  )
  return { id: 'running', title: 'Running', note: countSessions(running.length), rows }
}

/** Those that wait for tasks, the oldest first. */
export function waitingBlock(sessions: readonly Session[], { nameOf }: AroundHome): BroughtBlock {
  const waiting = sessions.filter(startsByItself).toSorted((one, other) => byNewest(other, one))
  const rows = waiting.map((session) => rowOf(session, whyOf(session, nameOf), session.state_since))
  return { id: 'waiting', title: 'Starts by itself', note: 'when what it waits for is done', rows }
}

/** What ended since then and needs nobody, with what it said last; the latest end first. */
export function finishedBlock(
  sessions: readonly Session[],
  { sinceMs, said }: HomeWindow,
  { nameOf, lastLineOf }: AroundHome,
): BroughtBlock {
  const finished = sessions.filter((session) => isOver(session) && fromIso(endOf(session)) >= sinceMs)
  const rows = finished
    .toSorted((one, other) => (endOf(one) < endOf(other) ? 1 : -1))
    .map((session) => {
      const told = [whyOf(session, nameOf), lastLineOf(session)].filter((text) => text !== null)
      return rowOf(session, told.length === 0 ? null : [...new Set(told)].join(': '), endOf(session))
    })
  return { id: 'finished', title: 'Finished', note: said, rows }
}

/** What its numbers are counted by. */
export function startsByItself({ state, blocked_by: blockers }: Session): boolean {
  return state === 'idle' && blockers.length > 0
}

export type LaunchSeen = {
  /** Whether there was a session at any time. */
  readonly hasAny: boolean
  readonly hasTmux: boolean
  /** Whether the program of `code-agent` is there. */
  readonly hasAgent: boolean
}

/** A shell command works without an agent program, nothing works without tmux. */
export function launchStep({ hasAny, hasTmux, hasAgent }: LaunchSeen): HomeStep {
  const step = { id: 'launch', title: 'Start an agent', choices: [], done: hasAny, note: null }
  const works =
    'It works in tmux on this machine and goes on when this page is closed. When it waits for you, it stands here.'
  if (hasAny || (hasTmux && hasAgent)) return { ...step, text: works, command: hasAgent ? ofAgent : ofShell }
  if (!hasTmux) {
    const text = 'Agents live in tmux, which is not installed: ‘On this machine’ says what to type.'
    return { ...step, text, command: null, note: hasAgent ? 'waits for tmux' : 'waits for tmux and an agent program' }
  }
  const text =
    'No agent program is installed: ‘On this machine’ says which are known. A shell command works without one.'
  return { ...step, text, command: ofShell, note: 'with a shell command, until an agent program is there' }
}

const ofAgent = 'orrery launch code-agent "Say in five lines what this folder is for. Change nothing."'
const ofShell = "orrery launch shell 'echo hello'"

const isOver = (session: Session): boolean => session.state === 'completed' || wasStopped(session)

const endOf = ({ ended_at: endedAt, state_since: since }: Session): string => endedAt ?? since

const byNewest = (one: Session, other: Session): number => (one.state_since < other.state_since ? 1 : -1)

function rowOf(session: Session, text: string | null, at: string): BroughtRow {
  const target = { kind: 'session', id: session.id, within: null }
  const { id, device_id } = session
  return { id, device_id, state: shownStateOf(session), title: titleOf(session), text, at, target }
}

function countSessions(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`
}
