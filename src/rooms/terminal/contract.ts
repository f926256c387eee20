// Wire types of a session's terminal: the frames of /ws/terminal/:id, its resources and its screen.
import { z } from 'zod'
import { timestampSchema } from '#platform/contract.ts'

/** Whether keys of a viewer reach the agent. A viewer that reads leaves the size of the terminal to those that write. */
export const terminalModeSchema = z.enum(['write', 'read'])
export type TerminalMode = z.infer<typeof terminalModeSchema>

const columnsSchema = z.coerce.number().int().min(2).max(1000)
const rowsSchema = z.coerce.number().int().min(1).max(500)

/** Query of /ws/terminal/:id, so that the first picture has the right size. */
export const terminalQuerySchema = z.object({
  mode: terminalModeSchema.default('read'),
  columns: columnsSchema.default(80),
  rows: rowsSchema.default(24),
})
export type TerminalQuery = z.infer<typeof terminalQuerySchema>

/**
 * Text frames of a viewer; binary ones are what is typed, in UTF-8, and count for nothing in mode `read`.
 * `shown` tells how many bytes of binary frames were drawn so far: from the first one on, output waits for them.
 */
export const terminalClientFrameSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('resize'), columns: columnsSchema, rows: rowsSchema }),
  z.strictObject({ type: z.literal('mode'), mode: terminalModeSchema }),
  z.strictObject({ type: z.literal('shown'), bytes: z.number().int().min(0) }),
])
export type TerminalClientFrame = z.infer<typeof terminalClientFrameSchema>

/**
 * Why a terminal ended: the session is not known; it has no terminal (any more); a person detached this viewer by tmux's
 * own keys; tmux or the terminal part of the service failed; its device is not connected (any more); too many viewers; a
 * frame that is none.
 */
export const terminalEndSchema = z.enum([
  'unknown_session',
  'gone',
  'detached',
  'failed',
  'device_offline',
  'too_many',
  'bad_frame',
])
export type TerminalEnd = z.infer<typeof terminalEndSchema>

/** Close codes, beside 1008 for a login that was ended. */
export const terminalCloseCodes: Readonly<Record<TerminalEnd, number>> = {
  bad_frame: 4400,
  unknown_session: 4404,
  gone: 4410,
  detached: 4411,
  too_many: 4429,
  failed: 4503,
  device_offline: 4504,
}

/**
 * Text frames of the service; binary ones are output, whole sequences only, in UTF-8. `ready` comes first, and again after
 * each change of mode; `ended` comes last, with a sentence for a person.
 */
export const terminalServerFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), mode: terminalModeSchema, tmux_session: z.string() }),
  z.object({ type: z.literal('title'), title: z.string() }),
  z.object({ type: z.literal('ended'), reason: terminalEndSchema, message: z.string() }),
])
export type TerminalServerFrame = z.infer<typeof terminalServerFrameSchema>

/** A process below a session's terminal. */
export const terminalProcessSchema = z.object({
  pid: z.number().int(),
  /** The process that started it, which may be outside of the terminal or gone. */
  parent_pid: z.number().int(),
  name: z.string(),
  /** Of one core, over the time since the last question or a fifth of a second. */
  cpu_percent: z.number(),
  memory_bytes: z.number().int(),
})

/** GET /api/agents/:id/resources: all processes of the session's terminal together; null when it has none. */
export const resourcesAnswerSchema = z.object({
  resources: z
    .object({
      cpu_percent: z.number(),
      /** Resident; what processes share counts in each. */
      memory_bytes: z.number().int(),
      process_count: z.number().int(),
      /** The busiest ones, at most ten. */
      processes: z.array(terminalProcessSchema),
      measured_at: timestampSchema,
    })
    .nullable(),
})
export type ResourcesAnswer = z.infer<typeof resourcesAnswerSchema>

/** GET /api/agents/:id/screen?history=<lines before the screen>&colour=true */
export const screenQuerySchema = z.strictObject({
  history: z.coerce.number().int().min(0).max(10_000).default(0),
  colour: z.enum(['true', 'false']).default('false'),
})

/** What the session's terminal shows now; null when it has none. With `colour`, colours stay as escape sequences. */
export const screenAnswerSchema = z.object({
  screen: z
    .object({
      text: z.string(),
      columns: z.number().int(),
      rows: z.number().int(),
      captured_at: timestampSchema,
    })
    .nullable(),
})
export type ScreenAnswer = z.infer<typeof screenAnswerSchema>

/** GET /api/agents/:id/transfer: what another device needs to show the session. No credentials are in it. */
export const transferSchema = z.object({
  /** The address by which others reach the service, or null where none is set. */
  public_url: z.string().nullable(),
  /** `user@host` of the machine that runs the session; null for a device, of which this machine knows no such name. */
  ssh_host: z.string().nullable(),
  /** The `tmux -L` name, or null for the person's own server. */
  tmux_socket: z.string().nullable(),
})
export type Transfer = z.infer<typeof transferSchema>
/** The answer of that route. */
export const transferAnswerSchema = z.object({ transfer: transferSchema })
export type TransferAnswer = z.infer<typeof transferAnswerSchema>

/** A terminal of this machine's tmux. */
export type TerminalHere = {
  readonly kind: 'here'
  /** tmux's id of the session last seen under this name, or null; it may be one of an earlier tmux server. */
  readonly tmuxId: string | null
  readonly tmuxSession: string
}

/** A terminal of a device, where its daemon finds it by the run. */
export type TerminalThere = {
  readonly kind: 'there'
  readonly deviceId: string
  readonly sessionId: string
  readonly runId: string
  readonly tmuxSession: string
}

/** The terminal of a session, as the room that keeps sessions knows it. */
export type KnownTerminal = TerminalHere | TerminalThere

/** How a viewer looks at a terminal. */
export type TerminalWish = { readonly mode: TerminalMode; readonly columns: number; readonly rows: number }

/** Why there is no terminal to look at, or none any more, in a sentence for a person. */
export type NoTerminal = { readonly reason: TerminalEnd; readonly message: string }

/** What a viewer hears of a terminal; nothing before it was told that it is attached. */
export type TerminalEvents = {
  readonly onData: (text: string) => void
  /** Once, and nothing after it. */
  readonly onEnd: (why: NoTerminal) => void
}

/** A viewer's place at a terminal. All calls after its end do nothing. */
export type AttachedTerminal = {
  readonly tmuxSession: string
  readonly write: (text: string) => void
  readonly resize: (size: { readonly columns: number; readonly rows: number }) => void
  /** Lets the terminal wait: nothing more is read of it until `resume`. */
  readonly pause: () => void
  readonly resume: () => void
  /** Detaches; the session lives on. `onEnd` follows. */
  readonly hangUp: () => void
}

/** What is to be seen of a screen: lines of the history before it, and whether colours stay. */
export type ScreenWish = { readonly historyLines: number; readonly withLooks: boolean }

/** A screen as tmux has it, escape sequences and all. */
export type RawScreen = { readonly text: string; readonly columns: number; readonly rows: number }
