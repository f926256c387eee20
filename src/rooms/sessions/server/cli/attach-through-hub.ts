// `orrery attach` to a session on a device: this terminal shows that one through the hub, as the page does.
import type { WebSocket } from 'ws'
import { shellWord } from '#base/shell-word.ts'
import type { Cli, PersonTerminal } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { terminalSocketPath } from '#rooms/terminal/api.ts'
import {
  terminalServerFrameSchema,
  type TerminalClientFrame,
  type TerminalEnd,
  type TerminalMode,
} from '#rooms/terminal/contract.ts'
import type { Session } from '../../contract.ts'

/** Why it is over; `cut`: the line to the service ended. */
type End = { readonly reason: TerminalEnd | 'cut'; readonly message: string }

/** Resolves when the person detached, or the session's terminal is gone. Throws `CliError` for all else that ends it. */
export async function attachThroughHub(
  cli: Cli,
  { id, tmux_session: name }: Pick<Session, 'id' | 'tmux_session'>,
  mode: TerminalMode,
): Promise<void> {
  const terminal = cli.process.takeTerminal()
  if (terminal === null)
    throw new CliError('refused', 'attach shows a terminal, and this is none', {
      hints: [`Read what it said: orrery logs ${shellWord(name)}`],
    })
  const end = await lookThrough(cli, { id, mode, terminal }).finally(() => terminal[Symbol.dispose]())
  if (end.reason === 'detached') return cli.output.note(`detached from ${name}, which goes on`)
  if (end.reason === 'gone') return cli.output.note(`the terminal of ${name} is gone`)
  throw new CliError('unavailable', end.message, {
    hints: [
      `Attach again: orrery attach ${shellWord(name)}`,
      `Follow what it writes: orrery logs -f ${shellWord(name)}`,
    ],
  })
}

type Look = { readonly id: string; readonly mode: TerminalMode; readonly terminal: PersonTerminal }

/** A screen of its own, which goes with all that was set while it was there. */
const enter = Buffer.from('\u001B[?1049h\u001B[2J\u001B[H')
const leave = Buffer.from(
  '\u001B[?1000l\u001B[?1002l\u001B[?1003l\u001B[?1004l\u001B[?1006l\u001B[?2004l\u001B[?1l\u001B>\u001B[0 q\u001B[?25h\u001B[0m\u001B[?1049l',
)

async function lookThrough(cli: Cli, { id, mode, terminal }: Look): Promise<End> {
  const socket = await cli.api.dial(terminalSocketPath, { params: { id }, query: { mode, ...terminal.size() } })
  const tell = (frame: TerminalClientFrame): void => send(socket, JSON.stringify(frame))
  terminal.onKeys((bytes) => mode === 'write' && send(socket, bytes))
  terminal.onResize(() => tell({ type: 'resize', ...terminal.size() }))
  let shown = 0
  try {
    // At once: what comes before somebody listens is lost.
    return await follow(socket, terminal.write(enter), async (bytes) => {
      await terminal.write(bytes)
      shown += bytes.length
      tell({ type: 'shown', bytes: shown })
    })
  } finally {
    socket.terminate()
    await terminal.write(leave)
  }
}

/** Resolves with why it ended, once all that came before it was drawn, one after the other. */
async function follow(socket: WebSocket, begun: Promise<void>, draw: (bytes: Buffer) => Promise<void>): Promise<End> {
  const { promise, resolve } = Promise.withResolvers<End>()
  let end: End = { reason: 'cut', message: 'the line to the service was cut; the session goes on' }
  let drawn = begun
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return void (drawn = drawn.then(() => draw(data)))
    const frame = terminalServerFrameSchema.safeParse(JSON.parse(data.toString()))
    if (frame.success && frame.data.type === 'ended') end = frame.data
  })
  socket.once('close', () => resolve(drawn.then(() => end)))
  return promise
}

function send(socket: WebSocket, data: string | Uint8Array): void {
  if (socket.readyState === socket.OPEN) socket.send(data)
}
