// Looks from the hub at terminals of this machine: each has a tmux client of its own, which ends with the connection.
import { StringDecoder } from 'node:string_decoder'
import type { Clock } from '#platform/server/clock.ts'
import type { OpenPty, Pty } from '#platform/server/pty.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { RunKey } from '../../contract/envelopes.ts'
import type { FromTerminal } from '../../contract/from-device.ts'
import type { RequestFrame, TerminalFrame } from '../../contract/from-hub.ts'
import { aheadBytes, longestScreenBytes, screenRequestSchema } from '../../contract/terminal-looks.ts'
import { frameText } from '../spool/frame-text.ts'
import type { Channel } from '../spool/pump.ts'
import { handedTo, maskDeep, type Mask, type RunMasks } from '../spool/masked-book.ts'
import type { RunBook } from '../spool/run-book.ts'

export type TerminalViewsParts = {
  readonly book: Pick<RunBook, 'get'>
  readonly tmux: Pick<Tmux, 'list' | 'look' | 'capture' | 'attachProgram'>
  readonly openPty: OpenPty
  /** Hides what runs were handed. */
  readonly masks: Pick<RunMasks, 'maskOf' | 'maskOfAll'>
  readonly clock: Clock
  /** What else the hub may ask of this machine, by its name. */
  readonly answers: Readonly<Record<string, AnswerHub>>
}

/** Answers a question of the hub; what is none of its questions is not ok. */
export type AnswerHub = (about: unknown) => Promise<{ readonly ok: boolean; readonly value: unknown }>

/** What the hub asks of terminals here. */
export interface TerminalViews {
  join(channel: Channel): void
  /** Detaches every viewer; the sessions live on. */
  leave(): void
  show(frame: TerminalFrame | RequestFrame): void
}

/** As many as a hub lets look in all; each is a process of some 3 MB. */
const mostViews = 64

export function createTerminalViews(parts: TerminalViewsParts): TerminalViews {
  const views = new Map<string, View>()
  let channel: Channel | null = null
  const tell = (body: object): void => channel?.send(frameText(body, parts.clock))
  const open = (frame: Extract<TerminalFrame, { readonly type: 'terminal.open' }>): void => {
    const { terminal_id: id } = frame
    const ended = (reason: Ended['reason'], message: string): void => {
      views.delete(id)
      tell({ type: 'terminal.ended', terminal_id: id, reason, message })
    }
    if (views.size >= mostViews) return ended('too_many', `${mostViews} terminals are open already.`)
    const view = new View(parts, frame, {
      ended,
      data: (data) => tell({ type: 'terminal.data', terminal_id: id, data }),
    })
    views.set(id, view)
    void view.open()
  }
  return {
    join: (joined) => void (channel = joined),
    leave() {
      channel = null
      for (const view of views.values()) view.close()
      views.clear()
    },
    show(frame) {
      if (frame.type === 'request') return void answer(parts, frame, tell)
      if (frame.type === 'terminal.open') return open(frame)
      const view = views.get(frame.terminal_id)
      if (frame.type === 'terminal.data') view?.type(Buffer.from(frame.data, 'base64'))
      else if (frame.type === 'terminal.size') view?.resize(frame)
      else if (frame.type === 'terminal.taken') view?.taken(frame.bytes)
      else {
        view?.close()
        views.delete(frame.terminal_id)
      }
    },
  }
}

type Ended = Extract<FromTerminal, { readonly type: 'terminal.ended' }>
type Opening = Extract<TerminalFrame, { readonly type: 'terminal.open' }>
type Telling = {
  readonly data: (base64: string) => void
  readonly ended: (reason: Ended['reason'], message: string) => void
}

class View {
  readonly #parts: TerminalViewsParts
  readonly #opening: Opening
  readonly #tell: Telling
  /** A frame may end within a letter. */
  readonly #typed = new StringDecoder('utf8')
  #size: Pick<Opening, 'columns' | 'rows'>
  #pty: Pty | null = null
  #sent = 0
  #taken = 0
  #isPaused = false
  #isOver = false

  constructor(parts: TerminalViewsParts, opening: Opening, tell: Telling) {
    this.#parts = parts
    this.#opening = opening
    this.#tell = tell
    this.#size = opening
  }

  async open(): Promise<void> {
    const { tmux, openPty } = this.#parts
    const size = this.#size
    const found = await find(this.#parts, this.#opening)
    if (this.#isOver) return
    if (typeof found === 'object') return this.#end(found.reason, found.message)
    const mask = await maskOf(this.#parts, this.#opening)
    if (this.#isOver) return
    const stream = mask?.stream('text')
    const program = tmux.attachProgram(found, { isReadOnly: this.#opening.mode === 'read' })
    const opened = await openPty(program, size, {
      onData: (text) => this.#show(Buffer.from(stream?.take(text) ?? text)),
      onExit: () => void this.#afterExit(),
    })
    if (!opened.ok) return this.#end('failed', `The terminal could not be opened: ${opened.error}.`)
    if (this.#isOver) return opened.value.hangUp()
    this.#pty = opened.value
    if (this.#size !== size) opened.value.resize(this.#size)
  }

  type(bytes: Buffer): void {
    if (this.#opening.mode === 'write') this.#pty?.write(this.#typed.write(bytes))
  }

  resize(size: Pick<Opening, 'columns' | 'rows'>): void {
    this.#size = size
    this.#pty?.resize(size)
  }

  taken(bytes: number): void {
    this.#taken = Math.min(bytes, this.#sent)
    if (!this.#isPaused || this.#sent - this.#taken > aheadBytes / 2) return
    this.#isPaused = false
    this.#pty?.resume()
  }

  close(): void {
    this.#isOver = true
    this.#pty?.hangUp()
  }

  #show(bytes: Buffer): void {
    if (this.#isOver || bytes.length === 0) return
    this.#sent += bytes.length
    this.#tell.data(bytes.toString('base64'))
    if (this.#isPaused || this.#sent - this.#taken <= aheadBytes) return
    // tmux lets frames go that nobody would see, and the line stays free for heartbeats.
    this.#isPaused = true
    this.#pty?.pause()
  }

  /** tmux's client has ended: with its session, or because somebody detached it. */
  async #afterExit(): Promise<void> {
    if (this.#isOver) return
    const found = await find(this.#parts, this.#opening)
    if (typeof found === 'object') this.#end(found.reason, found.message)
    else this.#end('detached', 'This viewer was detached; the session goes on.')
  }

  #end(reason: Ended['reason'], message: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#tell.ended(reason, message)
  }
}

type NotFound = { readonly reason: 'gone' | 'failed'; readonly message: string }

const gone: NotFound = { reason: 'gone', message: 'The session has no terminal any more.' }

/** tmux's id of the run's own terminal, if exactly that one is there. */
async function find({ book, tmux }: TerminalViewsParts, key: RunKey): Promise<string | NotFound> {
  const terminal = book.get(key)?.terminal ?? null
  if (terminal === null) return gone
  const listing = await tmux.list()
  if (listing.kind === 'unknown') return { reason: 'failed', message: `tmux gave no answer: ${listing.reason}.` }
  if (listing.kind === 'not_installed') return { reason: 'failed', message: 'tmux is not installed there.' }
  const { id, name, createdMs } = terminal
  const found = listing.sessions.find((one) => one.id === id && one.name === name && one.createdMs === createdMs)
  return found?.id ?? gone
}

/** A run that has ended has nothing more to show: what it was handed is forgotten by then. */
async function maskOf({ book, masks }: TerminalViewsParts, key: RunKey): Promise<Mask | null> {
  const run = book.get(key)
  return run === null ? null : await masks.maskOf(handedTo(run))
}

async function answer(
  parts: TerminalViewsParts,
  { id: to, what, about }: RequestFrame,
  tell: (body: object) => void,
): Promise<void> {
  const answers: Record<string, AnswerHub> = { ...parts.answers, screen: (wish) => answerScreen(parts, wish) }
  const own = Object.hasOwn(answers, what) ? answers[what] : undefined
  const result =
    own === undefined ? failed(`This daemon knows no ${what.slice(0, 20)}.`) : await own(about).catch(broken)
  // What an agent left behind tells of runs that nobody here knows any more.
  const mask = own === undefined ? null : await parts.masks.maskOfAll()
  tell({ type: 'result', to, ...(mask === null ? result : maskDeep(result, mask)) })
}

const failed = (message: string) => ({ ok: false, value: { reason: 'failed', message } })
/** The hub tells of it as of no answer: what went wrong here is nothing for a wire. */
const broken = () => failed('It could not be read there.')

async function answerScreen(parts: TerminalViewsParts, about: unknown): ReturnType<AnswerHub> {
  const wish = screenRequestSchema.safeParse(about).data
  return wish === undefined ? failed('This daemon knows no such screen.') : lookAt(parts, wish, wish)
}

async function lookAt(
  parts: TerminalViewsParts,
  key: RunKey,
  wish: Parameters<Tmux['capture']>[1],
): Promise<{ readonly ok: boolean; readonly value: object }> {
  const found = await find(parts, key)
  if (typeof found === 'object') return { ok: false, value: found }
  const [view, captured] = await Promise.all([parts.tmux.look(found), parts.tmux.capture(found, wish)])
  if (!view.ok || !captured.ok) return { ok: false, value: gone }
  const mask = await maskOf(parts, key)
  const bytes = Buffer.from(mask?.text(captured.value) ?? captured.value)
  const from = bytes.length <= longestScreenBytes ? 0 : bytes.indexOf('\n', bytes.length - longestScreenBytes) + 1
  const { columns, rows } = view.value
  return { ok: true, value: { data: bytes.subarray(from).toString('base64'), columns, rows } }
}
