// A viewer of /ws/state that keeps the board as a page would.
import { WebSocket } from 'ws'
import type { LastLine, SessionCard } from '#rooms/sessions/contract.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'

export type Frame = {
  readonly type: 'snapshot' | 'changes'
  readonly seq: number
  readonly sessions?: readonly SessionCard[]
  readonly tasks?: readonly TaskCard[]
  readonly last_lines?: readonly LastLine[]
  readonly changes?: readonly { kind: string; op: 'upsert' | 'remove'; id: string; value: unknown }[]
}

/** Disposing cuts the connection. */
export interface Viewer extends Disposable {
  readonly socket: WebSocket
  /** Every frame that came, oldest first. */
  readonly frames: readonly Frame[]
  /** The cards as the frames make them. */
  readonly sessions: ReadonlyMap<string, SessionCard>
  readonly tasks: ReadonlyMap<string, TaskCard>
  readonly seq: () => number
  /** Gaps in the numbers of the frames that no snapshot filled: a viewer must see none. */
  readonly gaps: () => number
  /** Resolves with the close code. */
  readonly closed: Promise<number>
}

export type ViewerOptions = {
  /** The number of the last frame seen before. */
  readonly since?: number
  /** Offered as a subprotocol, as a page does. */
  readonly token?: string
  /** Answers no ping: like a machine that is asleep. */
  readonly silent?: boolean
  /** The Host that it names; its address by default. */
  readonly host?: string
}

/** Resolves with the first frame in, rejects when the service refuses. */
export async function openViewer(port: number, options: ViewerOptions = {}): Promise<Viewer> {
  const { since, token, silent = false, host } = options
  const query = since === undefined ? '' : `?since=${since}`
  const protocols = token === undefined ? [] : ['orrery', `orrery.token.${token}`]
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/state${query}`, protocols, {
    autoPong: !silent,
    ...(host === undefined ? {} : { headers: { host } }),
  })
  const frames: Frame[] = []
  const board: Board = { session: new Map(), task: new Map() }
  let seq = since ?? 0
  let gaps = 0
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Frame
    if (frame.type === 'changes' && frame.seq > seq + 1 && frames.length > 0) gaps += 1
    seq = frame.seq
    frames.push(frame)
    apply(board, frame)
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('message', () => resolve())
    socket.once('error', reject)
    void closed.then((code) => reject(new Error(`the socket was closed with ${code} before its first frame`)))
  })
  socket.on('error', () => {})
  const dispose = () => socket.terminate()
  const cards = { sessions: board.session, tasks: board.task }
  return { socket, frames, ...cards, seq: () => seq, gaps: () => gaps, closed, [Symbol.dispose]: dispose }
}

type Board = { readonly session: Map<string, SessionCard>; readonly task: Map<string, TaskCard> }

function apply({ session, task }: Board, frame: Frame): void {
  if (frame.type === 'snapshot') for (const cards of [session, task]) cards.clear()
  for (const card of frame.sessions ?? []) session.set(card.id, card)
  for (const card of frame.tasks ?? []) task.set(card.id, card)
  for (const { kind, op, id, value } of frame.changes ?? []) {
    if (kind !== 'session' && kind !== 'task') continue
    if (op === 'remove') (kind === 'session' ? session : task).delete(id)
    else if (kind === 'session') session.set(id, value as SessionCard)
    else task.set(id, value as TaskCard)
  }
}
