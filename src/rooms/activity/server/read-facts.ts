// What a log knows of one of its rows.
import type { ActivityFact } from '../contract.ts'
import type { ActivityLogs } from './logs.ts'

/** Null for an id that names no log. A row whose log says no more has no facts. */
export async function readFacts({ sources }: ActivityLogs, id: string): Promise<readonly ActivityFact[] | null> {
  const colon = id.indexOf(':')
  const source = sources.find(({ log }) => log === id.slice(0, colon))
  if (source === undefined) return null
  return (await source.facts?.(id.slice(colon + 1))) ?? []
}
