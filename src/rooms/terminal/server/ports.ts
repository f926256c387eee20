// What the terminal room needs from others; app/ connects them.
import type { Result } from '#base/result.ts'
import type {
  AttachedTerminal,
  KnownTerminal,
  NoTerminal,
  RawScreen,
  ScreenWish,
  TerminalEvents,
  TerminalThere,
  TerminalWish,
} from '../contract.ts'

/** The terminal that belongs to a session, whether it is alive or not; null for an unknown session. */
export type FindTerminal = (sessionId: string) => KnownTerminal | null

/** The other service on whose machine the session's terminal is; null for one of ours, and for an unknown one. */
export type NodeOfTerminal = (sessionId: string) => Promise<string | null>

/** Takes down how large the terminal of a session is now; it may be told the same again. */
export type TellSize = (sessionId: string, size: { readonly columns: number; readonly rows: number }) => void

/** Terminals of devices. What they send is as untrusted as what agents write. */
export type TerminalsOfDevices = {
  /** Refuses `device_offline`; whether there is such a terminal is told by its end. */
  readonly attach: (
    there: TerminalThere,
    wish: TerminalWish,
    events: TerminalEvents,
  ) => Promise<Result<AttachedTerminal, NoTerminal>>
  /** Refuses `gone`, `device_offline` and `failed`. */
  readonly screen: (there: TerminalThere, wish: ScreenWish) => Promise<Result<RawScreen, NoTerminal>>
}
