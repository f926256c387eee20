// The logs of all rooms as this room reads them.
import type { ActivityFilter, ActivityRow, ActivitySource, NamesOfAgents, SourceFilter } from '../contract.ts'
import { kindFilter } from '../core/kinds.ts'

export type ActivityLogs = {
  readonly sources: readonly ActivitySource[]
  readonly namesOfAgents: NamesOfAgents
}

/** Those that can have rows of the filter. */
export function askedSources({ sources }: ActivityLogs, { source: asked }: ActivityFilter): ActivitySource[] {
  return sources.filter(({ source }) => asked === undefined || asked === source)
}

export function toSourceFilter({ actor, kind, since }: ActivityFilter): SourceFilter {
  return { actor: actor ?? null, isKind: kindFilter(kind ?? null), since: since ?? null }
}

/** Agents by what their sessions are called, where they said no more than which one they are. */
export async function nameAgents(
  { namesOfAgents }: Pick<ActivityLogs, 'namesOfAgents'>,
  rows: readonly ActivityRow[],
): Promise<readonly ActivityRow[]> {
  const asked = rows.flatMap(({ actor: { kind, name } }) => (kind === 'agent' && name !== null ? [name] : []))
  if (asked.length === 0) return rows
  const names = await namesOfAgents([...new Set(asked)])
  return rows.map((row) => {
    const name = row.actor.kind === 'agent' ? names.get(row.actor.name ?? '') : undefined
    return name === undefined ? row : { ...row, actor: { ...row.actor, name } }
  })
}
