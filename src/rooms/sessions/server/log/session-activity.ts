// What happened to sessions, for the activity: read from their events and from what was said to them.
import { sql } from 'kysely'
import { boundOf, padded } from '#base/padded.ts'
import { countLanes } from '#platform/server/db/count-lanes.ts'
import { newestOfLanes } from '#platform/server/db/newest-of-lanes.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script, type Statement } from '#platform/server/db/script.ts'
import {
  actorKindSchema,
  type ActivityFact,
  type ActivityRow,
  type ActivitySource,
  type ActorKind,
  type SourceFilter,
} from '#rooms/activity/contract.ts'
import { sessionActs, wordsOfAct, wordsOfAnswer, type SessionAct } from '../../core/activity-words.ts'
import { markOf, ofNode, ofNodeThere } from './of-node.ts'
import { namesOfSessions, type NameOfSession } from './session-names.ts'

/** Those that migration 20 finds in who asked for an event, and in its source. */
const eventActors: readonly ActorKind[] = ['person', 'agent', 'hook', 'gateway', 'service']

/** The counter with the last event that the index of activity covers. */
export const activityMark = 'session activity'

/**
 * Adds what was written since the mark, which stands in the same transaction. Rows are added in the order of the index, so that
 * those of one kind share its pages.
 */
export function* addActivity(node: string | null = null): Script {
  const mark = markOf(activityMark, node)
  yield* addNewer.run(mark, node)
  yield* moveMark.run(node, mark)
}

const newer = (own: string) =>
  `INSERT INTO session_activity (act, actor, at, seq) SELECT act, actor, at, seq FROM session_events
    WHERE seq > (SELECT value FROM counters WHERE name = ?) AND ${own} AND act IS NOT NULL ORDER BY act, actor, at, seq`
const addNewer = statement(newer(ofNode), { postgres: newer(ofNodeThere) })
const moved = (own: string) =>
  `UPDATE counters SET value = (SELECT coalesce(max(seq), 0) FROM session_events WHERE ${own}) WHERE name = ?`
const moveMark = statement(moved(ofNode), { postgres: moved(ofNodeThere) })

/** To be run with the choice of events, by their numbers, just before these are deleted, in the same transaction. */
export function dropActivity(events: string): Statement {
  return statement(
    `DELETE FROM session_activity WHERE (act, actor, at, seq) IN
      (SELECT act, actor, at, seq FROM session_events WHERE seq IN (${events}) AND act IS NOT NULL)`,
  )
}

export type SessionActivityParts = Pick<Database, 'read'> &
  Pick<ActivitySource, 'isComplete'> & {
    /** Those whose sessions are in the log; default: null alone, for the one service that has it for itself. */
    readonly nodes?: () => readonly (string | null)[]
  }

export function sessionActivity(
  { read, isComplete, nodes = () => [null] }: SessionActivityParts,
  nameOf: NameOfSession,
): ActivitySource[] {
  const names = (ids: readonly string[]) => namesOfSessions(read, nameOf, ids)
  return [
    {
      log: 'session',
      source: 'tmux',
      async page(filter, { at, key }, limit) {
        const before = { at, key: boundOf(key) }
        const found = await newestOfLanes(
          { read },
          { ...eventLanes(filter, nodes()), since: filter.since, before, limit },
        )
        return eventRows(
          read,
          found.map(({ key: seq }) => Number(seq)),
          names,
        )
      },
      count: (filter, span) => countLanes({ read }, { at: sql`at`, lanes: countedLanes(filter, nodes()), span }),
      facts: (key) => factsOfEvent(read, Number(key)),
      ...(isComplete === undefined ? {} : { isComplete }),
    },
    {
      log: 'answer',
      source: 'tmux',
      async page(filter, { at, key }, limit) {
        const query = { at: sql`at`, key: sql`id`, lanes: answerLanes(filter), since: filter.since }
        const found = await newestOfLanes({ read }, { ...query, before: { at, key: boundOf(key) }, limit })
        return answerRows(
          read,
          found.map(({ key: id }) => Number(id)),
          names,
        )
      },
      count: (filter, span) => countLanes({ read }, { at: sql`at`, lanes: answerLanes(filter), span }),
    },
  ]
}

type Nodes = readonly (string | null)[]
type KindsAndActor = Omit<SourceFilter, 'since'>

function answerLanes({ isKind, actor: asked }: KindsAndActor) {
  if (!isKind('session.answered')) return []
  const actors = chosen(['person', 'agent'], asked)
  return actors.map((actor) => ({ from: sql`session_answers`, where: sql`actor = ${actor}` }))
}

/** Lanes of the index, and the events after its mark, which no index knows yet: a batch of them at most. */
function eventLanes(filter: KindsAndActor, nodes: Nodes) {
  const { acts, actors } = chosenEvents(filter)
  const indexed = acts.flatMap((act) =>
    actors.map((actor) => ({ from: sql`session_activity`, where: sql`act = ${act} AND actor = ${actor}` })),
  )
  return {
    at: sql`at`,
    key: sql`seq`,
    lanes: indexed.length === 0 ? [] : [...indexed, ...newerLanes(acts, actors, nodes)],
  }
}

/** The same without an order: one lane for all of the index. */
function countedLanes(filter: KindsAndActor, nodes: Nodes) {
  const { acts, actors } = chosenEvents(filter)
  if (acts.length === 0 || actors.length === 0) return []
  const where = sql`act IN (${sql.join(acts)}) AND actor IN (${sql.join(actors)})`
  return [{ from: sql`session_activity`, where }, ...newerLanes(acts, actors, nodes)]
}

function chosenEvents({ isKind, actor }: KindsAndActor) {
  return { acts: sessionActs.filter((act) => isKind(`session.${act}`)), actors: chosen(eventActors, actor) }
}

function newerLanes(acts: readonly SessionAct[], actors: readonly ActorKind[], nodes: Nodes) {
  const wanted = sql`act IN (${sql.join(acts)}) AND actor IN (${sql.join(actors)})`
  return nodes.map((node) => {
    const after = sql`seq > (SELECT value FROM counters WHERE name = ${markOf(activityMark, node)})`
    const own = node === null ? sql`node IS NULL` : sql`node = ${node}`
    return { from: sql`session_events`, where: sql`${after} AND ${own} AND ${wanted}` }
  })
}

/** What moved, where it stands in the log, and what reported it. */
async function factsOfEvent(read: Database['read'], seq: number): Promise<readonly ActivityFact[]> {
  const columns = ['event', 'kind', 'from_state', 'to_state', 'source', 'run_id', 'session_id'] as const
  const row = await read.selectFrom('session_events').select(columns).where('seq', '=', seq).executeTakeFirst()
  if (row === undefined) return []
  const facts = [
    { name: 'Event', value: row.event ?? row.kind },
    { name: 'State', value: [row.from_state, row.to_state].filter((state) => state !== null).join(' → ') },
    { name: 'Session', value: row.session_id },
    { name: 'Reported by', value: row.source },
    { name: 'Run', value: row.run_id ?? '' },
    { name: 'Sequence', value: String(seq) },
  ]
  return facts.filter(({ value }) => value !== '')
}

function chosen(of: readonly ActorKind[], actor: ActorKind | null): readonly ActorKind[] {
  return actor === null ? of : of.filter((each) => each === actor)
}

type Names = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

async function eventRows(read: Database['read'], seqs: readonly number[], names: Names): Promise<ActivityRow[]> {
  if (seqs.length === 0) return []
  const rows = await read
    .selectFrom('session_events')
    .select(['seq', 'at', 'session_id as id', 'act', 'actor', 'metadata', 'source', 'by_name as by'])
    .where('seq', 'in', seqs)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .execute()
  const called = await names(rows.map(({ id }) => id))
  return rows.flatMap(({ seq, at, id, act, actor, metadata, source, by }): ActivityRow[] => {
    const known = sessionActs.find((each) => each === act)
    if (known === undefined) return []
    const subject = subjectOf(id, called)
    const kind = actorKindSchema.catch('service').parse(actor)
    return [
      {
        id: `session:${padded(seq)}`,
        at,
        source: 'tmux',
        kind: `session.${known}`,
        actor: { kind, name: by ?? actorName(kind, { source, label: subject.label }) },
        subject,
        text: wordsOfAct(known, saidOf(known, metadata)),
        device_id: null,
        href: hrefOf(id),
      },
    ]
  })
}

/** What an agent reports of its tools is no news of its own. */
function saidOf(act: SessionAct, metadata: string | null): string | null {
  return act === 'waiting' || act === 'failed' || act === 'started' ? metadata : null
}

function actorName(kind: ActorKind, { source, label }: { source: string; label: string }): string | null {
  if (kind === 'hook' || kind === 'agent') return label
  if (kind === 'service') return source === 'dependency' ? 'dependency' : source === 'scanner' ? 'tmux' : null
  return null
}

async function answerRows(read: Database['read'], ids: readonly number[], names: Names): Promise<ActivityRow[]> {
  if (ids.length === 0) return []
  const rows = await read
    .selectFrom('session_answers')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const called = await names(rows.map(({ session_id: id }) => id))
  return rows.map(({ id, at, session_id: session, text, state, actor, actor_name: name, browser }): ActivityRow => ({
    id: `answer:${padded(id)}`,
    at,
    source: 'tmux',
    kind: 'session.answered',
    actor: { kind: actorKindSchema.catch('person').parse(actor), name: name ?? browser },
    subject: subjectOf(session, called),
    text: wordsOfAnswer(text, state),
    device_id: null,
    href: hrefOf(session),
  }))
}

function subjectOf(id: string, called: ReadonlyMap<string, string>): ActivityRow['subject'] {
  return { type: 'session', id, label: called.get(id) ?? id }
}

const hrefOf = (id: string): string => `/board?session=${encodeURIComponent(id)}`
