// Runs strands at the slots of their schedules: one timer for the soonest of all, each slot once, whatever the clock does.
import { minuteMs, secondMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { StrandDefinition } from '../../core/definition.ts'
import { dueSlots, mostMissed, slotRunId } from '../../core/due-slots.ts'
import type { SlotsFor } from '../cron.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { WorkflowEngine } from '../ports.ts'
import type { ActiveSchedule, ScheduleStore } from './schedule-store.ts'

/** A clock that was set is noticed within this: timers do not follow it. */
const longestSleepMs = 30 * secondMs
/** How exactly a start knows when the service ended. */
const beatMs = minuteMs
/** Time servers move a clock back by less than this all the time. */
const jumpMs = secondMs

export interface Scheduler {
  /** Takes the strands as they now are; those with the same schedule go on. Resolves once that is on disk. */
  setStrands(definitions: readonly StrandDefinition[]): Promise<void>
  /** Deals with what came due while the service was down, then watches the clock. `setStrands` comes first. */
  start(): Promise<void>
  /** Looks at the clock now. */
  wake(): Promise<void>
  stop(): Promise<void>
}

export type SchedulerParts = {
  readonly trigger: WorkflowEngine['trigger']
  readonly store: ScheduleStore
  readonly slotsFor: SlotsFor
  readonly clock: Clock
  readonly after: Timers['after']
  readonly log: Log
  readonly onMissed: (strandId: string, slots: readonly string[]) => void
}

export function createScheduler(parts: SchedulerParts): Scheduler {
  return new SlotScheduler(parts)
}

type Entry = ActiveSchedule & {
  readonly missed: 'skip' | 'run_once'
  /** Slots up to here were dealt with. */
  handledMs: number
  /** The next slot; null when there is none any more. */
  nextMs: number | null
}

class SlotScheduler implements Scheduler {
  private readonly entries = new Map<string, Entry>()
  /** What the last process knew, until the first strands are set. */
  private left: { readonly schedules: ReadonlyMap<string, ActiveSchedule>; readonly untilMs: number } | null = null
  private isLoaded = false
  private isRunning = false
  private lastMs = 0
  private beatAtMs = 0
  private stopTimer: (() => void) | null = null
  private waking: Promise<void> = Promise.resolve()
  private readonly parts: SchedulerParts

  constructor(parts: SchedulerParts) {
    this.parts = parts
  }

  async setStrands(definitions: readonly StrandDefinition[]): Promise<void> {
    await this.load()
    const nowMs = this.parts.clock.now()
    const scheduled = definitions.filter(isScheduled)
    const ids = new Set(scheduled.map(({ id }) => id))
    for (const id of this.entries.keys()) if (!ids.has(id)) this.entries.delete(id)
    for (const definition of scheduled) this.entries.set(definition.id, this.entryOf(definition, nowMs))
    this.left = null
    await this.parts.store.save([...this.entries.values()])
    if (this.isRunning) this.sleep()
  }

  async start(): Promise<void> {
    this.isRunning = true
    this.lastMs = this.parts.clock.now()
    await this.wake()
  }

  wake(): Promise<void> {
    // One look at a time, also when somebody asks amid another.
    this.waking = this.waking.then(() => this.look()).catch((error: unknown) => this.complain(error))
    return this.waking
  }

  async stop(): Promise<void> {
    this.isRunning = false
    this.stopTimer?.()
    await this.waking
    await this.parts.store.beat(this.parts.clock.now()).catch((error: unknown) => this.complain(error))
  }

  private async load(): Promise<void> {
    if (this.isLoaded) return
    this.isLoaded = true
    const { schedules, aliveUntilMs } = await this.parts.store.load()
    if (aliveUntilMs === null) return
    this.left = { schedules: new Map(schedules.map((one) => [one.id, one])), untilMs: aliveUntilMs }
  }

  private entryOf({ id, schedule, timezone, missed }: Scheduled, nowMs: number): Entry {
    const known = this.entries.get(id)
    if (known !== undefined && isSame(known, { schedule, timezone })) return { ...known, missed }
    const before = this.left?.schedules.get(id)
    // A strand that is new, or was off, or has another schedule, has missed nothing.
    const goesOn = before !== undefined && isSame(before, { schedule, timezone })
    const handledMs = goesOn ? Math.min(this.left?.untilMs ?? nowMs, nowMs) : nowMs
    const entry: Entry = { id, schedule, timezone, missed, handledMs, nextMs: null }
    return { ...entry, nextMs: this.nextOf(entry) }
  }

  private nextOf({ schedule, timezone, handledMs }: Entry): number | null {
    return this.parts.slotsFor(schedule, timezone).next(handledMs, 1)[0] ?? null
  }

  private async look(): Promise<void> {
    if (!this.isRunning) return
    const nowMs = this.parts.clock.now()
    if (nowMs < this.lastMs - jumpMs) this.goBack(nowMs)
    this.lastMs = nowMs
    const due = [...this.entries.values()].filter(({ nextMs }) => nextMs !== null && nextMs <= nowMs)
    await Promise.all(due.map((entry) => this.handle(entry, nowMs)))
    if (nowMs - this.beatAtMs >= beatMs || nowMs < this.beatAtMs) {
      this.beatAtMs = nowMs
      await this.parts.store.beat(nowMs)
    }
    this.sleep()
  }

  /** The slots from now on come again; those that ran are known by the ids of their runs. */
  private goBack(nowMs: number): void {
    this.parts.log.warn({ back_ms: this.lastMs - nowMs }, 'the clock was put back')
    for (const entry of this.entries.values()) {
      entry.handledMs = Math.min(entry.handledMs, nowMs)
      entry.nextMs = this.nextOf(entry)
    }
  }

  private async handle(entry: Entry, nowMs: number): Promise<void> {
    const slots = this.parts.slotsFor(entry.schedule, entry.timezone)
    const passed = slots.between(entry.handledMs, nowMs, mostMissed + 1)
    const { run, missed } = dueSlots(passed, { nowMs, missed: entry.missed })
    entry.handledMs = nowMs
    entry.nextMs = this.nextOf(entry)
    try {
      if (run !== null) await this.run(entry, run)
      if (missed.length > 0) await this.miss(entry, missed)
    } catch (error) {
      // A database that took nothing is asked again at the next look.
      this.parts.log.error({ err: error, strand_id: entry.id }, 'a slot could not be dealt with yet')
      entry.handledMs = (passed[0] ?? nowMs) - 1
      entry.nextMs = Math.max(passed[0] ?? nowMs, nowMs)
    }
  }

  private async run({ id }: Entry, slotMs: number): Promise<void> {
    const slot = toIso(slotMs)
    const runId = slotRunId(id, slot)
    const started = await this.parts.trigger({
      strandId: id,
      runId,
      trigger: 'cron',
      by: 'schedule',
      input: null,
      slot,
    })
    if (started.ok) return
    this.parts.log.warn({ strand_id: id, slot, reason: started.error.reason }, 'a slot could not be run')
    const isMissed = started.error.error === 'too_many' || started.error.error === 'broken_strand'
    if (isMissed) this.parts.onMissed(id, await this.parts.store.markMissed(id, [slotMs]))
  }

  private async miss({ id }: Entry, slotsMs: readonly number[]): Promise<void> {
    const marked = await this.parts.store.markMissed(id, slotsMs)
    if (marked.length > 0) this.parts.onMissed(id, marked)
  }

  private sleep(): void {
    this.stopTimer?.()
    if (!this.isRunning) return
    const nowMs = this.parts.clock.now()
    let soonestMs = nowMs + longestSleepMs
    for (const { nextMs } of this.entries.values()) if (nextMs !== null && nextMs < soonestMs) soonestMs = nextMs
    // One that could not be dealt with is due already: not at once again.
    const waitMs = soonestMs > nowMs ? soonestMs - nowMs : secondMs
    this.stopTimer = this.parts.after(waitMs, () => void this.wake())
  }

  private complain(error: unknown): void {
    this.parts.log.error({ err: error }, 'the scheduler could not write down when it looked')
    this.sleep()
  }
}

type Scheduled = StrandDefinition & { readonly schedule: string }

/** Mirrored jobs run where they are. */
function isScheduled(definition: StrandDefinition): definition is Scheduled {
  return definition.enabled && definition.schedule !== null && definition.origin !== 'synthetic'
}

function isSame(one: Omit<ActiveSchedule, 'id'>, other: Omit<ActiveSchedule, 'id'>): boolean {
  return one.schedule === other.schedule && one.timezone === other.timezone
}
