// For tests: fuel over a database and files of its own, with a clock that is moved by hand.
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { BudgetState } from '#rooms/notify/contract.ts'
import type { GatewayUsage } from '#rooms/mirror/contract.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import type { Budget } from '../contract.ts'
import { calendarOf } from '../core/local-day.ts'
import { createPriceOf } from '../core/prices.ts'
import { createCounter } from './counter.ts'
import { createFileFollower } from './follow-files.ts'
import { createMeter } from './meter.ts'
import { createFuelStore } from './store.ts'

export type RoomOptions = {
  readonly at?: string
  readonly timeZone?: string
  readonly folder?: string
  /** Another's, which stays open. */
  readonly database?: Database
}

export async function openFuelForTest(options: RoomOptions = {}) {
  const { at = '2026-11-23T12:00:00.000Z', timeZone = 'UTC', folder } = options
  const userHome = folder ?? (await mkdtemp(join(tmpdir(), 'orrery-fuel-')))
  const time = new ManualTime(at)
  const database = options.database ?? openDatabase({ path: join(userHome, 'service.db'), sync: 'normal' })
  const store = createFuelStore(database)
  const sessions = new Map<string, Session>()
  const stopped: { readonly id: string; readonly why: string }[] = []
  const told = new Map<string, BudgetState | null>()
  const prices: string[] = []
  const calendar = calendarOf(timeZone)
  const byName = (name: string) => [...sessions.values()].find(({ tmux_session: its }) => its === name) ?? null
  const port = {
    find: (id: string) => sessions.get(id) ?? null,
    shown: (id: string) => sessions.get(id) ?? null,
    findByName: byName,
    active: () => [...sessions.values()].filter(({ ended_at: ended }) => ended === null),
    askBeforeStart: () => {},
    async stopByBudget(id: string, why: string) {
      const session = sessions.get(id)
      if (session === undefined || session.ended_at !== null) return false
      sessions.set(id, { ...session, state: 'failed', ended_at: at })
      stopped.push({ id, why })
      return true
    },
  }
  const meter = createMeter({
    store,
    database,
    sessions: port,
    calendar: () => calendar,
    tell: (id, state) => void told.set(id, state),
    clock: time,
    timers: time,
    log: silentLog,
  })
  await meter.start()
  const counter = createCounter({
    database,
    clock: time,
    calendar: () => calendar,
    priceOf: () => createPriceOf(prices),
    sessions: port,
    onCounted: (id) => meter.counted(id),
    hasBudgets: () => meter.budgets().length > 0,
  })
  const follower = createFileFollower({
    userHome,
    home: join(userHome, '.orrery'),
    timers: time,
    log: silentLog,
    markOf: (_owner, path) => counter.markOf(path),
    keep: (owner, batch) => counter.keepFiles(owner, batch),
  })
  const day = () => calendar.dayOf(time.now())
  return {
    userHome,
    time,
    database,
    store,
    meter,
    counter,
    follower,
    stopped,
    told,
    prices,
    put: (session: Partial<Session> & { readonly id: string }) =>
      void sessions.set(session.id, sampleSession({ ended_at: null, ...session })),
    setBudgets: (budgets: readonly Partial<Budget>[]) =>
      meter.setBudgets(budgets.map((budget, each) => ({ ...plainBudget, id: `b${each}`, ...budget }))),
    async write(path: string, lines: readonly unknown[]) {
      const whole = join(userHome, path)
      await mkdir(dirname(whole), { recursive: true })
      await appendFile(whole, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      return whole
    },
    /** Looks at the files once, and lets what follows happen. */
    async look() {
      await follower.look()
      await meter.settled()
    },
    today: () => store.sums({ from: day(), to: day() }),
    gateway: async (rows: readonly Partial<GatewayUsage>[]) => {
      await counter.fromGateway(rows.map((row) => ({ ...plainRun, atMs: time.now(), ...row })))
      await meter.settled()
    },
    async close() {
      await follower[Symbol.asyncDispose]()
      await meter[Symbol.asyncDispose]()
      if (options.database === undefined) await database[Symbol.asyncDispose]()
    },
    async [Symbol.asyncDispose]() {
      await this.close()
      await rm(userHome, { recursive: true, force: true })
    },
  }
}

const plainBudget: Budget = {
  id: 'b',
  per: 'day',
  agent: null,
  session_id: null,
  unit: 'tokens',
  limit: 100,
  at_limit: 'warn',
}

const plainRun: GatewayUsage = {
  runId: 'r1',
  jobId: null,
  sessionKey: null,
  atMs: 0,
  provider: null,
  model: 'kestrel-70b',
  inputTokens: 10,
  outputTokens: 5,
  totalTokens: 15,
  cost: null,
}

/** A line of an answer of Claude Code. */
export function claudeAnswer(id: string, input: number, output: number) {
  const usage = { input_tokens: input, output_tokens: output }
  const message = { id, model: 'claude-opus-4-5', usage }
  return { type: 'assistant', sessionId: 'conv-0001', timestamp: '2026-11-23T11:59:59.000Z', message }
}

export const claudeFile = '.claude/projects/-p/conv-0001.jsonl'
export const claudeConversation = {
  client: 'code-agent',
  conversation: 'conv-0001',
  environment: {},
} as const
