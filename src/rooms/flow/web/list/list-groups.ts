// The groups of the list and its filters.
import type { Strand } from '../../contract.ts'
import { lastStatus, plainName } from '../strand-words.ts'

export type StrandGroup = {
  readonly id: 'live' | 'gateway' | 'off' | 'seed'
  readonly title: string
  readonly strands: readonly Strand[]
}

export const statusChoices = ['running', 'failed', 'not_ok', 'not_set_up', 'missed', 'on', 'off'] as const
export type StatusChoice = (typeof statusChoices)[number]

export type ListFilter = { readonly words: readonly string[]; readonly status: StatusChoice | null }

const titles: Record<StrandGroup['id'], string> = {
  live: 'Live',
  gateway: 'From the gateway',
  off: 'Off',
  seed: 'Seed, off',
}

/** Groups in their order, each by name; those in which nothing is left are left out. */
export function groupStrands(strands: readonly Strand[], filter: ListFilter): StrandGroup[] {
  const shown = strands.filter((strand) => fits(strand, filter)).toSorted(byName)
  const ids = Object.keys(titles) as StrandGroup['id'][]
  return ids
    .map((id) => ({ id, title: titles[id], strands: shown.filter((strand) => groupOf(strand) === id) }))
    .filter((group) => group.strands.length > 0)
}

/** A user's own strand stands among the live ones: its row says from where it is. */
export function groupOf({ origin, seed, enabled }: Strand): StrandGroup['id'] {
  if (origin === 'synthetic') return 'gateway'
  if (enabled) return 'live'
  return seed ? 'seed' : 'off'
}

function fits(strand: Strand, { words, status }: ListFilter): boolean {
  const text = `${strand.id} ${plainName(strand)} ${strand.description} ${strand.schedule_words ?? ''} ${strand.triggerType}`
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word)) && (status === null || hasStatus(strand, status))
}

function hasStatus(strand: Strand, status: StatusChoice): boolean {
  switch (status) {
    case 'on':
      return strand.enabled
    case 'off':
      return !strand.enabled
    case 'missed':
      return strand.ticks.at(-1)?.status === 'missed' || strand.ticks.at(-1)?.late === true
    case 'running':
      return strand.ticks.some((tick) => tick.status === 'running' || tick.status === 'queued')
    case 'failed':
    case 'not_ok':
    case 'not_set_up':
      return lastStatus(strand) === status
  }
}

function byName(a: Strand, b: Strand): number {
  return plainName(a).localeCompare(plainName(b)) || (a.id < b.id ? -1 : 1)
}
