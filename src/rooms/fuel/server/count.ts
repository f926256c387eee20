// Counts records of usage, each once however often it comes: in the transaction of whoever brings them.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { dayMs, toIso } from '#base/time.ts'
import type { ClosedUsage, Tokens, UsageBatch, UsageSource, UsedTokens } from '../contract.ts'
import { close, copiedTo, countedIn, type CountedConversation } from '../core/closing.ts'
import type { Calendar } from '../core/local-day.ts'
import { costOf, type PriceOf } from '../core/prices.ts'
import { tokenSum } from '../core/tokens.ts'

/** Whose usage it is. */
export type UsedBy = { readonly sessionId: string | null; readonly agent: string; readonly deviceId: string }

export type CountedBy = {
  readonly nowMs: number
  readonly calendar: Calendar
  readonly priceOf: PriceOf
}

/** Older records are neither kept nor counted: what was forgotten is not counted again. */
export const keptMs = 400 * dayMs

/** Whether anything was counted. A second time the same records change nothing. */
export function countBatch(
  db: DatabaseSync,
  { source, records }: UsageBatch,
  { by, counting }: { readonly by: UsedBy; readonly counting: CountedBy },
): boolean {
  const book = new UsageBook(db, { by, counting, source })
  // Answers before the closings that are about them.
  const inOrder = records.toSorted((one, other) => Number(one.kind === 'closed') - Number(other.kind === 'closed'))
  for (const record of inOrder) {
    if (record.at < counting.nowMs - keptMs) continue
    if (record.kind === 'used') book.used(record)
    else book.closed(record)
  }
  book.saveConversations()
  return book.hasCounted
}

type Around = { readonly by: UsedBy; readonly counting: CountedBy; readonly source: UsageSource }
type Row = Tokens & { readonly model: string; readonly cost: number | null }
type KeptRow = Row & {
  readonly day: string
  readonly session_id: string
  readonly agent: string
  readonly device_id: string
}
type Open = { state: CountedConversation; chain: string; isChanged: boolean }

class UsageBook {
  hasCounted = false
  readonly #db: DatabaseSync
  readonly #around: Around
  readonly #find: StatementSync
  readonly #put: StatementSync
  readonly #conversations = new Map<string, Open>()

  constructor(db: DatabaseSync, around: Around) {
    this.#db = db
    this.#around = around
    this.#find = db.prepare(
      `SELECT day, session_id, agent, device_id, model, input, output, cache_read, cache_write, cost
       FROM fuel_usage WHERE key = ?`,
    )
    this.#put = db.prepare('INSERT OR REPLACE INTO fuel_usage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  }

  used(record: UsedTokens): void {
    const conversation = this.#open(record.conversation)
    if (record.is_copy) {
      // What was closed already knows what was copied before.
      const isClosed = Object.values(conversation.state).some(({ closed }) => closed !== null)
      if (isClosed || !this.#isNew(this.#keyOf(`${record.conversation}:${record.key}`))) return
      conversation.state = copiedTo(conversation.state, record)
      conversation.isChanged = true
      return
    }
    const { model, cost_usd: told, input, output, cache_read, cache_write } = record
    const tokens = { input, output, cache_read, cache_write }
    const cost = told ?? costOf(tokens, this.#around.counting.priceOf(model))
    const written = this.#write(this.#keyOf(record.key), record.at, { ...tokens, model, cost })
    if (written === null) return
    conversation.state = countedIn(conversation.state, model, { before: written.before, now: written.now })
    conversation.isChanged = true
  }

  closed(record: ClosedUsage): void {
    const key = this.#keyOf(record.key)
    const conversation = this.#open(record.conversation)
    // It was read before: what was counted since is of a later closing.
    if (!this.#isNew(key)) return
    const closing = close(conversation.state, record, this.#chainOf(record))
    conversation.state = closing.conversation
    conversation.chain = this.#keyOf(record.chain)
    conversation.isChanged = true
    for (const { model, cost: known, ...tokens } of closing.remainders) {
      const cost = known ?? costOf(tokens, this.#around.counting.priceOf(model))
      this.#write(`${key}:${model}`, record.at, { ...tokens, model, cost })
    }
  }

  saveConversations(): void {
    const save = this.#db.prepare('INSERT OR REPLACE INTO fuel_conversations VALUES (?, ?, ?)')
    for (const [key, { state, chain, isChanged }] of this.#conversations)
      if (isChanged) save.run(key, chain, JSON.stringify(state))
  }

  /** Null where nothing changed. A record stays with the day and the session that it was counted for first. */
  #write(key: string, atMs: number, row: Row): { readonly before: Row | null; readonly now: Row } | null {
    const { by, counting, source } = this.#around
    const before = keptRow(this.#find.get(key))
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
    this.#put.run(key, toIso(at), day, session_id, agent, device_id, model, source, ...counts, cost)
    if (before !== null) addToDay(this.#db, before, -1)
    addToDay(this.#db, { day, session_id, agent, device_id, ...now }, 1)
    this.hasCounted = true
    return { before, now }
  }

  /** No device can speak of another's. */
  #keyOf(key: string): string {
    return `${this.#around.by.deviceId}:${this.#around.source}:${key}`
  }

  /** Whether what changes a conversation, and is no row, comes for the first time. */
  #isNew(key: string): boolean {
    const insert = `INSERT OR IGNORE INTO fuel_conversations VALUES (?, '', '')`
    return Number(this.#db.prepare(insert).run(`seen:${key}`).changes) === 1
  }

  #open(conversation: string): Open {
    const key = this.#keyOf(conversation)
    const known = this.#conversations.get(key)
    if (known !== undefined) return known
    const row = this.#db.prepare('SELECT chain, state FROM fuel_conversations WHERE conversation = ?').get(key)
    const open = { state: readState(row?.state), chain: String(row?.chain ?? ''), isChanged: false }
    this.#conversations.set(key, open)
    return open
  }

  /** The conversation that went furthest of those that this one may have been made from. */
  #chainOf({ chain, conversation }: ClosedUsage): CountedConversation | null {
    if (chain === '') return null
    const select = 'SELECT state FROM fuel_conversations WHERE chain = ? AND conversation <> ?'
    const rows = this.#db.prepare(select).all(this.#keyOf(chain), this.#keyOf(conversation))
    const states = rows.map(({ state }) => readState(state))
    return states.toSorted((one, other) => closedSum(other) - closedSum(one))[0] ?? null
  }
}

function closedSum(conversation: CountedConversation): number {
  return Object.values(conversation).reduce((sum, { closed }) => sum + (closed === null ? 0 : tokenSum(closed)), 0)
}

/** Adds a record to the sums of its day, or takes it out: `times` is 1 or -1. */
export function addToDay(db: DatabaseSync, row: KeptRow, times: 1 | -1): void {
  const { day, session_id, agent, device_id, model, input, output, cache_read, cache_write, cost } = row
  const priced = cost === null ? 0 : tokenSum(row)
  const counts = [input, output, cache_read, cache_write, priced].map((count) => times * count)
  db.prepare(
    `INSERT INTO fuel_days VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET input = input + excluded.input, output = output + excluded.output,
       cache_read = cache_read + excluded.cache_read, cache_write = cache_write + excluded.cache_write,
       priced = priced + excluded.priced, cost = cost + excluded.cost`,
  ).run(day, session_id, agent, device_id, model, ...counts, times * (cost ?? 0))
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

/** We alone write these rows. */
function keptRow(row: Record<string, unknown> | undefined): KeptRow | null {
  if (row === undefined) return null
  return {
    day: String(row.day),
    session_id: String(row.session_id),
    agent: String(row.agent),
    device_id: String(row.device_id),
    model: String(row.model),
    input: Number(row.input),
    output: Number(row.output),
    cache_read: Number(row.cache_read),
    cache_write: Number(row.cache_write),
    cost: row.cost === null ? null : Number(row.cost),
  }
}

function readState(text: unknown): CountedConversation {
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as CountedConversation) : {}
}
