// The questions of this page and their answers as they come. Each is a session of its own; none knows of another.
import { secondMs } from '#base/time.ts'
import { call, callBytes } from '#platform/web/api/call.ts'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { report } from '#platform/web/ui/report.ts'
import { cancelSession, readFabricSession, startSession } from '#rooms/devices/api.ts'
import { readLog } from '#rooms/sessions/api.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import { answerLimit, readAnswer } from '../core/answer.ts'
import { isAnswering } from './answering.ts'

export type TalkTurn = {
  /** Of this page. */
  readonly key: number
  readonly question: string
  readonly model: string
  /** Null until the hub took it. */
  readonly sessionId: string | null
  readonly text: string
  readonly isThinking: boolean
  readonly isCut: boolean
  readonly state: 'asked' | 'stopping' | 'done' | 'stopped' | 'silent'
  /** Why there is no answer, told to whoever asks. */
  readonly why: string | null
}

export const exchanges = createValue<readonly TalkTurn[]>([])

let keys = 0

function change(key: number, part: Partial<TalkTurn>): void {
  exchanges.set(exchanges.get().map((each) => (each.key === key ? { ...each, ...part } : each)))
  isAnswering.set(exchanges.get().some(isOpen))
}

export const isOpen = ({ state }: TalkTurn): boolean => state === 'asked' || state === 'stopping'

export async function ask(question: string, model: string): Promise<void> {
  const key = (keys += 1)
  const asked: TalkTurn = {
    key,
    question,
    model,
    sessionId: null,
    text: '',
    isThinking: false,
    isCut: false,
    state: 'asked',
    why: null,
  }
  exchanges.set([...exchanges.get(), asked])
  isAnswering.set(true)
  const body = { harness: 'mother-llm', deviceTarget: 'auto', model, prompt: question } as const
  const started = await call(startSession, { body })
  if (!started.ok) {
    change(key, { state: 'silent', why: wordsOf(started.error) })
    if (needsLogin(started.error)) report('Not asked', started.error)
    return
  }
  const { id } = started.value.session
  const wasStopped = find(key)?.state === 'stopping'
  change(key, { sessionId: id })
  if (wasStopped) void stop(key)
  await follow(key, id)
}

/** Ends what answers; one that the hub has not taken yet is ended as soon as it has. */
export async function stop(key: number): Promise<void> {
  const exchange = find(key)
  if (exchange === undefined || !isOpen(exchange)) return
  change(key, { state: 'stopping' })
  if (exchange.sessionId === null) return
  const stopped = await call(cancelSession, { params: { id: exchange.sessionId } })
  if (!stopped.ok) {
    change(key, { state: 'asked' })
    report('Not stopped', stopped.error, () => void stop(key))
  }
}

const find = (key: number): TalkTurn | undefined => exchanges.get().find((each) => each.key === key)

/** Quick enough for an eye that reads along. */
const lookMs = 150
/** What it does not say for a while is looked for less often. */
const restMs = 600
const quietLooks = 20
const partBytes = 262_144
/** `x-log-next`: the page takes types from contracts, not values. */
const logNextHeader = 'x-log-next'

async function follow(key: number, id: string): Promise<void> {
  const decoder = new TextDecoder()
  let raw = ''
  let from: string | null = null
  let quiet = 0
  for (;;) {
    const session = await read(id)
    const isFull: boolean = raw.length > answerLimit
    const part: Part = isFull ? nothing : await readPart(id, from)
    from = part.next ?? from
    raw += decoder.decode(part.bytes, { stream: true })
    quiet = part.bytes.length === 0 ? quiet + 1 : 0
    if (quiet === 0) change(key, readAnswer(raw))
    if (session === 'gone') return change(key, { state: 'silent', why: 'Its session is no longer there.' })
    if (session?.ended_at != null && part.bytes.length === 0) return change(key, endOf(session, readAnswer(raw).text))
    await new Promise<void>((resolve) => setTimeout(resolve, quiet > quietLooks || isFull ? restMs : lookMs))
  }
}

type Part = { readonly bytes: Uint8Array<ArrayBuffer>; readonly next: string | null }
const nothing: Part = { bytes: new Uint8Array(), next: null }

/** Nothing while there is no output yet, or no answer came. */
async function readPart(id: string, from: string | null): Promise<Part> {
  const query = from === null ? { tail: partBytes } : { from, tail: partBytes }
  const answer = await callBytes(readLog, { params: { id }, query, timeoutMs: 10 * secondMs })
  return answer.ok ? { bytes: answer.value.bytes, next: answer.value.headers.get(logNextHeader) } : nothing
}

async function read(id: string): Promise<Session | 'gone' | null> {
  const answer = await call(readFabricSession, { params: { id } })
  if (answer.ok) return answer.value.session
  return answer.error.error === 'not_found' ? 'gone' : null
}

function endOf(session: Session, text: string): Partial<TalkTurn> {
  if (session.end_reason === 'cancelled') return { state: 'stopped' }
  if (session.state === 'completed' && text !== '') return { state: 'done' }
  if (session.state === 'completed') return { state: 'silent', why: 'The model said nothing.' }
  return { state: 'silent', why: session.cause?.metadata ?? session.last_message ?? 'It ended without a word.' }
}

function wordsOf({ reason, hint, details }: Problem): string {
  const each = details.map(({ field, reason: why }) => `${field}: ${why}.`)
  return [reason, ...each, hint].filter((part) => part !== null && part !== '').join(' ')
}
