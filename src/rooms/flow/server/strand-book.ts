// All strands as they now stand: those from files, the mirrored ones beside them, and the last ticks of each.
import cronstrue from 'cronstrue'
import { fromIso, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import {
  nextRunCount,
  type BrokenFile,
  type LoadError,
  type Run,
  type Strand,
  type SyntheticStrand,
  type Tick,
} from '../contract.ts'
import type { StrandDefinition } from '../core/definition.ts'
import { syntheticDefinition } from '../core/synthetic-definition.ts'
import { missedTick, toStrand, toTick, withMissed } from '../core/strand-view.ts'
import { withTick } from '../core/tick-line.ts'
import type { SlotsFor } from './cron.ts'
import type { BrokenStrand, LoadedStrand } from './loaded-strand.ts'
import type { History } from './store/history.ts'

export interface StrandBook {
  /** Every strand, by name. */
  all(): Strand[]
  get(id: string): Strand | null
  definition(id: string): StrandDefinition | null
  definitions(): StrandDefinition[]
  /** Null for a strand of a file, and for an unknown one. */
  synthetic(id: string): SyntheticStrand | null
  ids(): string[]
  errors(): readonly LoadError[]
  /** What is wrong with the file of a strand that is shown as it last was; null for all others. */
  broken(id: string): BrokenFile | null
  /** Replaces those from files. Resolves once their ticks are known. */
  setLoaded(strands: readonly LoadedStrand[], faults: Faults): Promise<void>
  /** Replaces the mirrored ones; one that a file has the id of is not shown. */
  setSynthetic(strands: readonly SyntheticStrand[]): Promise<void>
  noteRun(run: Run): void
  noteMissed(strandId: string, slots: readonly string[]): void
}

/** Files that could not be read, and the strands that they last brought. */
export type Faults = { readonly errors: readonly LoadError[]; readonly broken: readonly BrokenStrand[] }

export type StrandBookParts = {
  readonly history: History
  readonly slotsFor: SlotsFor
  readonly clock: Clock
}

export function createStrandBook({ history, slotsFor, clock }: StrandBookParts): StrandBook {
  let loaded: ReadonlyMap<string, StrandDefinition> = new Map()
  let synthetic: ReadonlyMap<string, Mirrored> = new Map()
  let errors: readonly LoadError[] = []
  let broken: ReadonlyMap<string, BrokenFile> = new Map()
  const ticks = createTickLines(history)

  const ids = (): string[] => [...loaded.keys(), ...[...synthetic.keys()].filter((id) => !loaded.has(id))]
  const definition = (id: string): StrandDefinition | null => loaded.get(id) ?? synthetic.get(id)?.definition ?? null

  function view(id: string): Strand | null {
    const native = loaded.get(id)
    if (native !== undefined)
      return viewNative(native, {
        ticks: ticks.of(id),
        broken: broken.get(id) ?? null,
        slotsFor,
        nowMs: clock.now(),
      })
    const mirrored = synthetic.get(id)
    return mirrored === undefined ? null : viewSynthetic(mirrored, ticks.of(id), clock.now())
  }

  return {
    all: () =>
      ids()
        .flatMap((id) => view(id) ?? [])
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    get: view,
    definition,
    definitions: () => ids().flatMap((id) => definition(id) ?? []),
    synthetic: (id) => (loaded.has(id) ? null : (synthetic.get(id)?.strand ?? null)),
    ids,
    errors: () => errors,
    broken: (id) => broken.get(id) ?? null,
    async setLoaded(strands, faults) {
      loaded = new Map([...strands, ...faults.broken].map(({ definition }) => [definition.id, definition]))
      broken = new Map(faults.broken.map(({ definition, error }) => [definition.id, error]))
      errors = faults.errors
      await ticks.load(loaded.keys())
    },
    async setSynthetic(strands) {
      synthetic = new Map(strands.map((strand) => [strand.id, { strand, definition: syntheticDefinition(strand) }]))
      await ticks.load(synthetic.keys())
    },
    noteRun: ticks.noteRun,
    noteMissed: ticks.noteMissed,
  }
}

function createTickLines(history: History) {
  const lines = new Map<string, readonly Tick[]>()
  function note(id: string, tick: Tick, slot: string | null): void {
    // A strand that is not there now gets its ticks from the tables when it comes.
    const line = lines.get(id)
    if (line !== undefined) lines.set(id, withTick(line, tick, slot))
  }
  const noteMissed = (id: string, slots: readonly string[]): void => {
    for (const slot of slots) note(id, missedTick(slot), null)
  }
  return {
    of: (id: string): readonly Tick[] => lines.get(id) ?? [],
    noteRun: (run: Run): void => note(run.workflow_id, toTick(run), run.slot),
    noteMissed,
    async load(ids: Iterable<string>): Promise<void> {
      for (const id of ids) {
        if (lines.has(id)) continue
        lines.set(id, [])
        const { runs, missed } = await history.of(id)
        noteMissed(id, missed)
        for (const run of runs) note(id, toTick(run), run.slot)
      }
    },
  }
}

type NativeParts = {
  readonly ticks: readonly Tick[]
  readonly broken: BrokenFile | null
  readonly slotsFor: SlotsFor
  readonly nowMs: number
}

function viewNative(definition: StrandDefinition, { ticks, broken, slotsFor, nowMs }: NativeParts): Strand {
  const { schedule, timezone, enabled } = definition
  const next =
    schedule === null || !enabled || broken !== null ? [] : slotsFor(schedule, timezone).next(nowMs, nextRunCount)
  return toStrand(definition, {
    scheduleWords: schedule === null ? null : inWords(schedule),
    nextRuns: next.map(toIso),
    ticks,
    broken,
    upstream: null,
  })
}

type Mirrored = { readonly strand: SyntheticStrand; readonly definition: StrandDefinition }

function viewSynthetic({ strand, definition }: Mirrored, ticks: readonly Tick[], nowMs: number): Strand {
  const { scheduleWords, nextRuns, jobId, mirroredBy, readOnly, goneAt, hasDelivery, missed } = strand
  return toStrand(definition, {
    scheduleWords,
    nextRuns: definition.enabled ? nextRuns.filter((at) => fromIso(at) > nowMs).slice(0, nextRunCount) : [],
    ticks: withMissed(ticks, missed),
    broken: null,
    upstream: {
      job_id: jobId,
      read_only: readOnly,
      gone_at: goneAt,
      has_delivery: hasDelivery,
      mirrored_by: mirroredBy,
    },
  })
}

const words = new Map<string, string>()

/** `Every 6 hours` begins a sentence in the library and stands amid one on the page. */
function inWords(schedule: string): string {
  const known = words.get(schedule)
  if (known !== undefined) return known
  const told = cronstrue.toString(schedule, { throwExceptionOnParseError: false, use24HourTimeFormat: true })
  const made = told.startsWith('An error') ? schedule : `${told.charAt(0).toLowerCase()}${told.slice(1)}`
  words.set(schedule, made)
  return made
}
