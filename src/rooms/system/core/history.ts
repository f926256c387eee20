// What was between two looks at the service: the sums that grow become shares of the time that passed.
import { fromIso, secondMs } from '#base/time.ts'
import type { SystemAnswer } from '../contract.ts'

/** Shares of one at the end of the time between two looks; the first look alone knows only the memory. */
export type Sample = {
  readonly atMs: number
  readonly load: number | null
  readonly service: number | null
  readonly memory: number
}

export type LookHistory = { readonly last: SystemAnswer | null; readonly samples: readonly Sample[] }

export const noHistory: LookHistory = { last: null, samples: [] }

/** Two minutes of looks two seconds apart. */
export const keptSamples = 60

/** A service that was started anew counts anew, and what was before it says nothing of it. */
export function withLook(history: LookHistory, now: SystemAnswer): LookHistory {
  const { last } = history
  if (last !== null && last.at === now.at) return history
  const atMs = fromIso(now.at)
  const memory = share(now.memory.total_bytes - now.memory.free_bytes, now.memory.total_bytes)
  if (last === null || last.service.pid !== now.service.pid) {
    return { last: now, samples: [{ atMs, load: null, service: null, memory }] }
  }
  const busy = now.load.busy_ms - last.load.busy_ms
  const all = busy + now.load.idle_ms - last.load.idle_ms
  const sample: Sample = {
    atMs,
    load: share(busy, all),
    service: share(now.service.busy_ms - last.service.busy_ms, atMs - fromIso(last.at)),
    memory,
  }
  return { last: now, samples: [...history.samples, sample].slice(-keptSamples) }
}

/** How far back the plots reach, in words; they are empty before that, since nobody looked. */
export function reachWords(samples: readonly Sample[]): string {
  if (samples.length >= keptSamples) return 'The last two minutes.'
  const reachMs = (samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0)
  const so = reachMs < secondMs ? 'Measured from now on' : `The last ${Math.round(reachMs / secondMs)} s`
  return `${so}: only while this page is looked at, for at most two minutes.`
}

function share(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, part / whole))
}

/** Points of a line in a box of that size, the newest at its right edge, `keptSamples` wide. */
export function pointsOf(shares: readonly number[], box: { readonly width: number; readonly height: number }): string {
  const [only] = shares
  // One point alone draws nothing.
  const drawn = shares.length === 1 && only !== undefined ? [only, only] : shares
  const step = box.width / (keptSamples - 1)
  const first = box.width - step * (drawn.length - 1)
  const at = (share: number, index: number) =>
    `${(first + index * step).toFixed(1)},${(box.height * (1 - share)).toFixed(1)}`
  return drawn.map(at).join(' ')
}

/** The same line down to the ground on both sides, to be filled. */
export function areaOf(shares: readonly number[], box: { readonly width: number; readonly height: number }): string {
  const line = pointsOf(shares, box)
  if (line === '') return ''
  const [left = '0'] = line.split(',')
  return `${left},${box.height} ${line} ${box.width},${box.height}`
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
