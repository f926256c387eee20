// What is used now, against the budgets: after each record that was counted, at midnight, and when a budget changes.
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { BudgetState } from '#rooms/notify/contract.ts'
import type { Budget, BudgetStand } from '../contract.ts'
import { heldBack, nearLimit, standsOf, stopsFor, type FuelNow, type SessionFuel } from '../core/budget.ts'
import { daysBefore, type Calendar } from '../core/local-day.ts'
import { addSums, noSums } from '../core/sums.ts'
import { usedWords } from '../core/words.ts'
import { budgetsChanged, newsOf, takeTurn } from './news.ts'
import type { FueledPort, TellBudgets } from './ports.ts'
import type { FuelStore } from './store.ts'

export type MeterParts = {
  readonly store: FuelStore
  readonly database: Pick<Database, 'commits' | 'others'>
  readonly sessions: FueledPort
  readonly calendar: () => Calendar
  readonly tell: TellBudgets
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'error' | 'info'>
}

export interface Meter extends AsyncDisposable {
  start(): Promise<void>
  /** Reads budgets and what sessions used anew: another node changed them. Rejects when they can't be read. */
  reread(): Promise<void>
  /** Usage of a session was counted. */
  counted(sessionId: string | null): void
  stands(): readonly BudgetStand[]
  /** What is warned of or over. */
  near(): readonly BudgetStand[]
  budgets(): readonly Budget[]
  /** Rejects with `StorageError`. */
  setBudgets(budgets: readonly Budget[]): Promise<void>
  /** Null where it may start. */
  mayStart(session: { readonly id: string | null; readonly agent_type: string }): Refusal | null
  /** Resolves once all is judged that was counted before. */
  settled(): Promise<void>
}

/** A session that was used in these days is known with all that it used. */
const knownDays = 60

const removeBudgets = statement('DELETE FROM fuel_budgets')
const insertBudget = statement('INSERT INTO fuel_budgets (place, budget) VALUES (?, ?)')

export function createMeter(parts: MeterParts): Meter {
  return new BudgetMeter(parts)
}

class BudgetMeter implements Meter {
  readonly #parts: MeterParts
  readonly #sessions = new Map<string, Omit<SessionFuel, 'label'>>()
  readonly #touched = new Set<string>()
  /** What was told, with since when it stands so. */
  readonly #told = new Map<string, { readonly moment: string; readonly since: string }>()
  #budgets: readonly Budget[] = []
  #stands: readonly BudgetStand[] = []
  #near: readonly BudgetStand[] = []
  #day = ''
  #judging: Promise<void> | null = null
  #again = false
  #stopMidnight: (() => void) | null = null
  #isOver = false

  constructor(parts: MeterParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    await this.#read()
    await this.#judge()
  }

  async reread(): Promise<void> {
    await this.#read()
    this.#judgeSoon()
  }

  async #read(): Promise<void> {
    const { store } = this.#parts
    for (let before: readonly Budget[] | null = null; before !== this.#budgets;) {
      before = this.#budgets
      const budgets = await store.budgets()
      // What was set here meanwhile is newer.
      if (before === this.#budgets) before = this.#budgets = budgets
    }
    for (const { id, agent, sums } of await store.sessionsSince(daysBefore(this.#today(), knownDays)))
      this.#sessions.set(id, { id, agent, sums })
  }

  counted(sessionId: string | null): void {
    if (sessionId !== null) this.#touched.add(sessionId)
    this.#judgeSoon()
  }

  stands(): readonly BudgetStand[] {
    return this.#stands
  }

  near(): readonly BudgetStand[] {
    // A day that is over holds nothing back, even in the moment before its midnight is noticed.
    return this.#day === this.#today() ? this.#near : this.#near.filter(({ budget }) => budget.per === 'session')
  }

  budgets(): readonly Budget[] {
    return this.#budgets
  }

  async setBudgets(budgets: readonly Budget[]): Promise<void> {
    const { commits, others } = this.#parts.database
    await commits.write({
      *script() {
        if (others.node !== null) yield* takeTurn.all()
        yield* removeBudgets.run()
        for (const [place, budget] of budgets.entries()) yield* insertBudget.run(place, JSON.stringify(budget))
      },
      committed: () => (this.#budgets = budgets),
      news: () => newsOf(budgetsChanged),
    })
    // Of the other nodes' sessions nothing is told while there is no budget.
    if (others.node !== null) await this.#read()
    this.#judgeSoon()
    await this.settled()
  }

  mayStart({ id, agent_type: agent }: { readonly id: string | null; readonly agent_type: string }): Refusal | null {
    const held = heldBack(this.near(), { id, agent })
    return held === null ? null : { error: 'over_budget', ...held }
  }

  async settled(): Promise<void> {
    while (this.#judging !== null) await this.#judging
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    this.#stopMidnight?.()
    await this.settled()
  }

  #today(): string {
    return this.#parts.calendar().dayOf(this.#parts.clock.now())
  }

  /** What is counted meanwhile is judged right after. */
  #judgeSoon(): void {
    this.#again = this.#judging !== null
    if (this.#isOver || this.#judging !== null) return
    this.#judging = this.#judge()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'budgets could not be judged'))
      .finally(() => {
        this.#judging = null
        if (this.#again) this.#judgeSoon()
      })
  }

  async #judge(): Promise<void> {
    const now = await this.#look()
    this.#stands = standsOf(this.#budgets, now)
    this.#near = nearLimit(this.#budgets, now)
    this.#tellAll()
    this.#waitForMidnight()
    await this.#stopAll()
  }

  async #look(): Promise<FuelNow> {
    const { store, sessions } = this.#parts
    this.#day = this.#today()
    const touched = [...this.#touched]
    this.#touched.clear()
    for (const id of touched) {
      const agent = this.#sessions.get(id)?.agent ?? sessions.shown(id)?.agent_type ?? ''
      this.#sessions.set(id, { id, agent, sums: await store.sessionTotal(id) })
    }
    const agents = await store.agentsOf(this.#day)
    const today = agents.values().reduce(addSums, noSums)
    const labelled = [...this.#sessions.values()].map((each) => {
      const session = sessions.shown(each.id)
      return { ...each, label: session === null || session.label === '' ? each.id : session.label }
    })
    return { agents, today, sessions: labelled }
  }

  #tellAll(): void {
    const { tell, clock } = this.#parts
    const present = new Map(this.#near.map((stand) => [idOf(stand), stand]))
    for (const id of this.#told.keys())
      if (!present.has(id)) {
        this.#told.delete(id)
        tell(id, null)
      }
    for (const [id, stand] of present) {
      const { budget, state } = stand
      const moment = `${budget.per === 'day' ? this.#day : 'session'} ${state} ${budget.limit} ${budget.unit}`
      if (this.#told.get(id)?.moment === moment) continue
      const told = { moment, since: toIso(clock.now()) }
      this.#told.set(id, told)
      tell(id, { ...told, ...saidOf(stand) })
    }
  }

  async #stopAll(): Promise<void> {
    const { sessions, log } = this.#parts
    if (!this.#near.some(({ state, budget }) => state === 'over' && budget.at_limit === 'stop')) return
    for (const { id, agent_type: agent } of sessions.active()) {
      const why = stopsFor(this.#near, { id, agent })
      if (why === null) continue
      if (await sessions.stopByBudget(id, why)) log.info({ session_id: id, why }, 'a budget stopped a session')
    }
  }

  /** The clock may be set meanwhile: it is asked again each hour. */
  #waitForMidnight(): void {
    const { calendar, clock, timers } = this.#parts
    this.#stopMidnight?.()
    const leftMs = calendar().endOfDay(clock.now()) - clock.now()
    this.#stopMidnight = timers.after(Math.min(leftMs + 1, hourMs), () => this.#judgeSoon())
  }
}

const hourMs = 3_600_000

function idOf({ budget, session_id: session }: BudgetStand): string {
  return session === null ? budget.id : `${budget.id}:${session}`
}

function saidOf(stand: BudgetStand): Pick<BudgetState, 'title' | 'text' | 'link'> {
  const { state, budget, name } = stand
  const is = state === 'over' ? 'used up' : 'past 80 %'
  const then = state === 'over' ? overWords[budget.at_limit] : 'nothing is held back yet'
  return { title: `Budget ${is}: ${name}`, text: `${usedWords(stand)}; ${then}.`, link: '/fuel' }
}

const overWords = {
  warn: 'agents go on',
  hold: 'nothing new starts',
  stop: 'what it is about was stopped, and nothing new starts',
} as const satisfies Readonly<Record<Budget['at_limit'], string>>

/** Gives ids to new ones. Refuses two of one id. */
export function withIds(
  asked: readonly (Omit<Budget, 'id'> & { readonly id?: string | undefined })[],
  makeId: () => string,
): Result<Budget[], Refusal> {
  const budgets = asked.map((budget) => ({ ...budget, id: budget.id ?? makeId() }))
  const twice = budgets.findIndex(({ id }, at) => budgets.findIndex((other) => other.id === id) < at)
  if (twice === -1) return ok(budgets)
  const details = [{ field: `budgets.${twice}.id`, reason: 'is that of another one' }]
  return err({
    error: 'invalid_request',
    reason: 'Two budgets have one id.',
    hint: 'Leave the id of a new one out.',
    details,
  })
}
