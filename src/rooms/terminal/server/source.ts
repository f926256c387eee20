// Where a session's terminal is: in this machine's tmux, or on a device. Viewers need not know.
import { err, ok, type Result } from '#base/result.ts'
import type { OpenPty } from '#platform/server/pty.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type {
  AttachedTerminal,
  KnownTerminal,
  NoTerminal,
  RawScreen,
  ScreenWish,
  TerminalEvents,
  TerminalHere,
  TerminalWish,
} from '../contract.ts'
import { locate } from './locate.ts'
import type { FindTerminal, TerminalsOfDevices } from './ports.ts'

/** A session's terminal, found anew with each question. */
export type TerminalSource = {
  /** `isWanted` tells whether the viewer still waits: nothing is opened for one that does not. */
  readonly attach: (
    wish: TerminalWish,
    events: TerminalEvents & { readonly isWanted: () => boolean },
  ) => Promise<Result<AttachedTerminal, NoTerminal>>
  readonly screen: (wish: ScreenWish) => Promise<Result<RawScreen, NoTerminal>>
}

export type TerminalSourceParts = {
  readonly tmux: Tmux
  readonly findTerminal: FindTerminal
  readonly openPty: OpenPty
  /** Null where there are none. */
  readonly ofDevices: TerminalsOfDevices | null
}

export function sourceOf(parts: TerminalSourceParts, sessionId: string): TerminalSource {
  return {
    attach: (wish, events) =>
      withTerminal(parts, sessionId, {
        here: (known) => attachHere(parts, known, { wish, events }),
        there: (known, ofDevices) => ofDevices.attach(known, wish, events),
      }),
    screen: (wish) =>
      withTerminal(parts, sessionId, {
        here: (known) => screenHere(parts.tmux, known, wish),
        there: (known, ofDevices) => ofDevices.screen(known, wish),
      }),
  }
}

type Ways<T> = {
  readonly here: (known: TerminalHere) => Promise<Result<T, NoTerminal>>
  readonly there: (
    known: Exclude<KnownTerminal, TerminalHere>,
    ofDevices: TerminalsOfDevices,
  ) => Promise<Result<T, NoTerminal>>
}

async function withTerminal<T>(
  { findTerminal, ofDevices }: TerminalSourceParts,
  sessionId: string,
  { here, there }: Ways<T>,
): Promise<Result<T, NoTerminal>> {
  const known = findTerminal(sessionId)
  if (known === null) return err({ reason: 'unknown_session', message: `There is no session ${sessionId}.` })
  if (known.kind === 'here') return await here(known)
  if (ofDevices !== null) return await there(known, ofDevices)
  return err({ reason: 'device_offline', message: 'Its device is not connected: this service is in legacy mode.' })
}

type Looking = {
  readonly wish: TerminalWish
  readonly events: TerminalEvents & { readonly isWanted: () => boolean }
}

async function attachHere(
  { tmux, openPty }: TerminalSourceParts,
  known: TerminalHere,
  { wish: { mode, ...size }, events }: Looking,
): Promise<Result<AttachedTerminal, NoTerminal>> {
  const located = await locate(tmux, known)
  if (!located.ok) return located
  if (!events.isWanted()) return err(detached)
  const { id, view } = located.value
  const opened = await openPty(tmux.attachProgram(id, { isReadOnly: mode === 'read' }), size, {
    onData: events.onData,
    onExit: () => void afterExit(tmux, known, events),
  })
  if (opened.ok) return ok({ tmuxSession: view.name, ...opened.value })
  return err({ reason: 'failed', message: `The terminal could not be opened: ${opened.error}.` })
}

/** tmux's client has ended: with its session, or because somebody detached it. */
async function afterExit(tmux: Tmux, known: TerminalHere, { isWanted, onEnd }: Looking['events']): Promise<void> {
  const located = isWanted() ? await locate(tmux, known) : null
  onEnd(located === null || located.ok ? detached : located.error)
}

const detached = { reason: 'detached', message: 'This viewer was detached; the session goes on.' } as const

async function screenHere(tmux: Tmux, known: TerminalHere, wish: ScreenWish): Promise<Result<RawScreen, NoTerminal>> {
  const located = await locate(tmux, known)
  if (!located.ok) return located
  const { id, view } = located.value
  const captured = await tmux.capture(id, wish)
  if (captured.ok) return ok({ text: captured.value, columns: view.columns, rows: view.rows })
  const { kind, reason } = captured.error
  return err({ reason: kind === 'gone' ? 'gone' : 'failed', message: reason })
}
