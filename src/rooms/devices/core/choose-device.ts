// Which device a session goes to: hard requirements first, then the model that is asked for, then free memory, idle processors and
// a fresh heartbeat.
import type { Harness } from '#base/harness/adapter.ts'
import { hasModel } from '#base/harness/local-models.ts'
import type { Device, FitParts } from '../contract.ts'

/** How much each part weighs; together 1. */
const weights: FitParts = { ram: 0.5, load: 0.3, freshness: 0.2 }
/** A heartbeat of this age says nothing any more. */
const staleMs = 45_000

/** What a harness implies: mother-llm runs where the tag of that name is. */
const implied: Readonly<Partial<Record<Harness, readonly string[]>>> = { 'mother-llm': ['mother-llm'] }

/** What is known of a device that might take a session. */
export type Candidacy = Pick<
  Device,
  | 'id'
  | 'status'
  | 'is_unreachable'
  | 'outdated'
  | 'free_ram'
  | 'total_ram'
  | 'load'
  | 'cores'
  | 'capabilities'
  | 'installedHarnesses'
  | 'models'
  | 'active_sessions'
> & {
  /** Since its last heartbeat; null before the first. */
  readonly heartbeatAgeMs: number | null
}

/** `harness` null asks for any place at all; `requires` are further tags; `model` null leaves it to the device. */
export type Wanted = {
  readonly harness: Harness | null
  readonly requires?: readonly string[]
  readonly model?: string | null
}

/** A device and how well it fits; `whyNot` is null for one that would take the session. */
export type RankedDevice<D> = {
  readonly device: D
  readonly score: number
  readonly parts: FitParts
  readonly whyNot: string | null
}

/**
 * All of them, the best first and those that will not do last; those that told of the model before those that did not. Equal
 * ones: fewer active sessions, then the id.
 */
export function rankDevices<D extends Candidacy>(devices: readonly D[], wanted: Wanted): RankedDevice<D>[] {
  const judged = devices.map((device) => judge(device, wanted))
  const withModel = new Set(judged.filter(({ device }) => toldOfModel(device, wanted)))
  const tierOf = (one: RankedDevice<D>): number => (one.whyNot !== null ? 2 : withModel.has(one) ? 0 : 1)
  return judged.toSorted((one, other) => tierOf(one) - tierOf(other) || byFitness(one, other))
}

/**
 * Whether its last heartbeat told of a local model that would do. One that did not is no worse than behind: a model may have been
 * fetched since, and the device looks itself before it runs one.
 */
function toldOfModel({ models }: Candidacy, { harness, model = null }: Wanted): boolean {
  if (harness !== 'mother-llm') return true
  return model === null ? models.length > 0 : hasModel(models, model)
}

/** The one that takes the session; null when none will do. */
export function chooseDevice<D extends Candidacy>(devices: readonly D[], wanted: Wanted): D | null {
  const [best] = rankDevices(devices, wanted)
  return best === undefined || best.whyNot !== null ? null : best.device
}

function judge<D extends Candidacy>(device: D, wanted: Wanted): RankedDevice<D> {
  const parts = partsOf(device)
  const score = parts.ram * weights.ram + parts.load * weights.load + parts.freshness * weights.freshness
  return { device, score, parts, whyNot: whyNot(device, wanted) }
}

function partsOf({ free_ram, total_ram, load, cores, heartbeatAgeMs }: Candidacy): FitParts {
  return {
    ram: free_ram === null || total_ram === null || total_ram <= 0 ? 0 : within(free_ram / total_ram),
    load: load === null || cores === null || cores <= 0 ? 0 : 1 - within(load / cores),
    freshness: heartbeatAgeMs === null ? 0 : 1 - within(heartbeatAgeMs / staleMs),
  }
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}

/** Why it can't take the session, as a person would say it; null when it can. */
function whyNot(device: Candidacy, { harness, requires = [] }: Wanted): string | null {
  const { status, installedHarnesses, capabilities } = device
  if (status === 'revoked') return 'it is revoked'
  if (status === 'offline') return whyAway(device)
  if (harness !== null && !installedHarnesses.includes(harness)) return `${harness} is not installed there`
  const tags = [...(harness === null ? [] : (implied[harness] ?? [])), ...requires]
  const missing = tags.filter((tag) => !capabilities.includes(tag))
  return missing.length === 0 ? null : `it lacks ${missing.join(', ')}`
}

function whyAway({ outdated, is_unreachable: isUnreachable }: Candidacy): string {
  if (outdated !== null)
    return outdated === 'hub' ? 'it is newer than this hub, which needs an update' : 'it needs an update'
  return isUnreachable ? 'it is unreachable' : 'it is offline'
}

function byFitness(one: RankedDevice<Candidacy>, other: RankedDevice<Candidacy>): number {
  if (one.score !== other.score) return other.score - one.score
  const sessions = one.device.active_sessions - other.device.active_sessions
  return sessions !== 0 ? sessions : one.device.id < other.device.id ? -1 : 1
}
