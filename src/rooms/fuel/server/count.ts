// Counts records of usage, each once however often it comes: in the script of whoever brings them.
import { dayMs, toIso } from '#base/time.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { ClosedUsage, Tokens, UsageBatch, UsageSource, UsedTokens } from '../contract.ts'
import { close, copiedTo, countedIn, type CountedConversation } from '../core/closing.ts'
import type { Calendar } from '../core/local-day.ts'
import { costOf, type PriceOf } from '../core/prices.ts'
import { tokenSum } from '../core/tokens.ts'

/** Whose usage it is. */
export type UsedBy = {
  readonly sessionId: string | null
  readonly agent: string
  readonly deviceId: string
  /**
   * Who tells of it: records of two are never the same. A service tells as `local`, whichever node it is: what two of them hear
   * from one gateway, or a service counted before it was a node, is one record.
   */
  readonly teller: string
}

export type CountedBy = {
  readonly nowMs: number
  readonly calendar: Calendar
  readonly priceOf: PriceOf
}

/** Older records are neither kept nor counted: what was forgotten is not counted again. */
export const keptMs = 400 * dayMs

/** Whether anything was counted. A second time the same records change nothing. */
export function* countBatch(
  { source, records }: UsageBatch,
  { by, counting }: { readonly by: UsedBy; readonly counting: CountedBy },
): Script<boolean> {
  const book = new UsageBook({ by, counting, source })
  // Answers before the closings that are about them.
  const inOrder = records.toSorted((one, other) => Number(one.kind === 'closed') - Number(other.kind === 'closed'))
  for (const record of inOrder) {
    if (record.at < counting.nowMs - keptMs) continue
    if (record.kind === 'used') yield* book.used(record)
    else yield* book.closed(record)
  }
  yield* book.saveConversations()
  return book.hasCounted
}

type Around = { readonly by: UsedBy; readonly counting: CountedBy; readonly source: UsageSource }

type Row = Tokens & { readonly model: string; readonly cost: number | null }
/** Where it is counted. */
export type KeptRow = Row & {
  readonly day: string
  readonly session_id: string
  readonly agent: string
  readonly device_id: string
}
type Open = { state: CountedConversation; chain: string; isChanged: boolean }

type Written = { readonly before: Row | null; readonly now: Row }

const findUsage = statement<KeptRow>(
  `SELECT day, session_id, agent, device_id, model, input, output, cache_read, cache_write, cost
   FROM fuel_usage WHERE key = ?`,
)
const putUsage = statement(
  `INSERT INTO fuel_usage (key, at, day, session_id, agent, device_id, model, source, input, output, cache_read, cache_write, cost)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (key) DO UPDATE SET at = excluded.at, day = excluded.day, session_id = excluded.session_id,
     agent = excluded.agent, device_id = excluded.device_id, model = excluded.model, source = excluded.source,
     input = excluded.input, output = excluded.output, cache_read = excluded.cache_read,
     cache_write = excluded.cache_write, cost = excluded.cost`,
)
const addDay = statement(
  `INSERT INTO fuel_days (day, session_id, agent, device_id, model, input, output, cache_read, cache_write, priced, cost)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (day, session_id, agent, device_id, model) DO UPDATE SET
     input = fuel_days.input + excluded.input, output = fuel_days.output + excluded.output,
     cache_read = fuel_days.cache_read + excluded.cache_read, cache_write = fuel_days.cache_write + excluded.cache_write,
     priced = fuel_days.priced + excluded.priced, cost = fuel_days.cost + excluded.cost`,
)
type ConversationRow = { readonly chain: string; readonly state: string }
const findConversation = statement<ConversationRow>(
  'SELECT chain, state FROM fuel_conversations WHERE conversation = ?',
)
/** The index leaves out those that were never closed: it serves only who says that it asks for none of them. */
const findChain = statement<ConversationRow>(
  "SELECT chain, state FROM fuel_conversations WHERE chain = ? AND conversation <> ? AND chain <> ''",
)
const putConversation = statement(
  `INSERT INTO fuel_conversations (conversation, chain, state) VALUES (?, ?, ?)
   ON CONFLICT (conversation) DO UPDATE SET chain = excluded.chain, state = excluded.state`,
)
const seeKey = statement(
  `INSERT INTO fuel_conversations (conversation, chain, state) VALUES (?, '', '')
   ON CONFLICT (conversation) DO NOTHING`,
)

class UsageBook {
  hasCounted = false
  readonly #around: Around
  readonly #conversations = new Map<string, Open>()

  constructor(around: Around) {
    this.#around = around
  }

  *used(record: UsedTokens): Script {
    const conversation = yield* this.#open(record.conversation)
    if (record.is_copy) {
      // What was closed already knows what was copied before.
      const isClosed = Object.values(conversation.state).some(({ closed }) => closed !== null)
      if (isClosed || !(yield* this.#isNew(this.#keyOf(`${record.conversation}:${record.key}`)))) return
      conversation.state = copiedTo(conversation.state, record)
      conversation.isChanged = true
      return
    }
    const { model, cost_usd: told, input, output, cache_read, cache_write } = record
    const tokens = { input, output, cache_read, cache_write }
    const cost = told ?? costOf(tokens, this.#around.counting.priceOf(model))
    const written = yield* this.#write(this.#keyOf(record.key), record.at, { ...tokens, model, cost })
    if (written === null) return
    conversation.state = countedIn(conversation.state, model, { before: written.before, now: written.now })
    conversation.isChanged = true
  }

  *closed(record: ClosedUsage): Script {
    const key = this.#keyOf(record.key)
    const conversation = yield* this.#open(record.conversation)
    // It was read before: what was counted since is of a later closing.
    if (!(yield* this.#isNew(key))) return
    const closing = close(conversation.state, record, yield* this.#chainOf(record))
    conversation.state = closing.conversation
    conversation.chain = this.#keyOf(record.chain)
    conversation.isChanged = true
    for (const { model, cost: known, ...tokens } of closing.remainders) {
      const cost = known ?? costOf(tokens, this.#around.counting.priceOf(model))
      yield* this.#write(`${key}:${model}`, record.at, { ...tokens, model, cost })
    }
  }

  *saveConversations(): Script {
    for (const [key, { state, chain, isChanged }] of this.#conversations)
      if (isChanged) yield* putConversation.run(key, chain, JSON.stringify(state))
  }

  /** Null where nothing changed. A record stays with the day and the session that it was counted for first. */
  *#write(key: string, atMs: number, row: Row): Script<Written | null> {
    const { by, counting, source } = this.#around
    const before = (yield* findUsage.first(key)) ?? null
    // A clock of another machine that is ahead makes no days to come.
    const at = Math.min(atMs, counting.nowMs)
    const place = before ?? {
      day: counting.calendar.dayOf(at),
      session_id: by.sessionId ?? '',
      agent: by.agent,
      device_id: by.deviceId,
    }
    // What it was priced by then stays its price.
    const now = before !== null && isSame(before, row) ? { ...row, cost: before.cost ?? row.cost } : row
    if (before !== null && isSame(before, row) && before.cost === now.cost) return null
    const { day, session_id, agent, device_id } = place
    const { model, input, output, cache_read, cache_write, cost } = now
    const counts = [input, output, cache_read, cache_write]
    yield* putUsage.run(key, toIso(at), day, session_id, agent, device_id, model, source, ...counts, cost)
    if (before !== null) yield* addToDay(before, -1)
    yield* addToDay({ day, session_id, agent, device_id, ...now }, 1)
    this.hasCounted = true
    return { before, now }
  }

  /** No device can speak of another's. */
  #keyOf(key: string): string {
    return `${this.#around.by.teller}:${this.#around.source}:${key}`
  }

  /** Whether what changes a conversation, and is no row, comes for the first time. */
  *#isNew(key: string): Script<boolean> {
    return (yield* seeKey.run(`seen:${key}`)) === 1
  }

  *#open(conversation: string): Script<Open> {
    const key = this.#keyOf(conversation)
    const known = this.#conversations.get(key)
    if (known !== undefined) return known
    const row = yield* findConversation.first(key)
    const open = { state: readState(row?.state), chain: row?.chain ?? '', isChanged: false }
    this.#conversations.set(key, open)
    return open
  }

  /** The conversation that went furthest of those that this one may have been made from. */
  *#chainOf({ chain, conversation }: ClosedUsage): Script<CountedConversation | null> {
    if (chain === '') return null
    const rows = yield* findChain.all(this.#keyOf(chain), this.#keyOf(conversation))
    const states = rows.map(({ state }) => readState(state))
    return states.toSorted((one, other) => closedSum(other) - closedSum(one))[0] ?? null
  }
}

function closedSum(conversation: CountedConversation): number {
  return Object.values(conversation).reduce((sum, { closed }) => sum + (closed === null ? 0 : tokenSum(closed)), 0)
}

/** Adds a record to the sums of its day, or takes it out: `times` is 1 or -1. */
export function* addToDay(row: KeptRow, times: 1 | -1): Script {
  const { day, session_id, agent, device_id, model, input, output, cache_read, cache_write, cost } = row
  const priced = cost === null ? 0 : tokenSum(row)
  const counts = [input, output, cache_read, cache_write, priced].map((count) => times * count)
  yield* addDay.run(day, session_id, agent, device_id, model, ...counts, times * (cost ?? 0))
}

function isSame(one: Row, other: Row): boolean {
  return (
    one.model === other.model &&
    one.input === other.input &&
    one.output === other.output &&
    one.cache_read === other.cache_read &&
    one.cache_write === other.cache_write
  )
}

function readState(text: string | undefined): CountedConversation {
  return text !== undefined && text !== '' ? (JSON.parse(text) as CountedConversation) : {}
}
