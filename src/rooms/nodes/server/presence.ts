// This node's heartbeat, and what it knows of the others: goes on while the store can't be asked, and says so.
import { secondMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import { shareRuns } from '#platform/server/share-runs.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { NodesTold, ServiceNode } from '../contract.ts'
import { bearerWords, unreachableWords } from '../core/node-words.ts'
import { beatMs, forgottenAfterMs, standingOf } from '../core/standing.ts'
import type { NodeRow, OwnFacts } from './node-row.ts'
import type { NodesPort, NodeTable } from './ports.ts'

export type PresenceParts = {
  readonly table: NodeTable
  /** The name of this node. */
  readonly node: string
  readonly facts: () => OwnFacts
  readonly clock: Clock
  readonly timers: Pick<Timers, 'every' | 'passedMs'>
  readonly log: Log
}

/** The heartbeat of this node, and what it saw with the last one. */
export type NodePresence = {
  readonly told: () => Promise<NodesTold>
  /** What was seen last, without asking. */
  readonly seen: () => NodesTold
  readonly forgetGone: NonNullable<NodesPort['forgetGone']>
  /** Begins to beat; the first one is not waited for. */
  readonly start: () => void
  readonly stop: () => Promise<void>
}

/** However many look, PostgreSQL is asked this often at most. */
const freshMs = 2 * secondMs

export function createPresence({ table, node, facts, clock, timers, log }: PresenceParts): NodePresence {
  let seen: NodesTold = { here: node, as_of: null, problem: null, nodes: [] }
  let seenAtMs = Number.NEGATIVE_INFINITY
  let stopBeats: (() => void) | null = null
  let isOver = false

  const beat = shareRuns(
    () => 'beat',
    async () => {
      if (isOver) return
      const problemBefore = seen.problem
      try {
        const rows = await table.beat(facts(), clock.now())
        seenAtMs = timers.passedMs()
        const nowMs = clock.now()
        seen = {
          here: node,
          as_of: toIso(nowMs),
          problem: bearerWords(node, rows),
          nodes: rows.map(nodeAt(nowMs, rows)),
        }
      } catch (error) {
        seen = { ...seen, problem: unreachableWords(error) }
      }
      if (seen.problem === problemBefore) return
      if (seen.problem === null) log.info({ node }, 'this node is among those of its PostgreSQL again')
      else log.warn({ node }, seen.problem)
    },
  )

  return {
    async told() {
      if (timers.passedMs() - seenAtMs >= freshMs) await beat(null)
      return seen
    },
    seen: () => seen,
    forgetGone: () => table.forget(forgottenAfterMs),
    start() {
      void beat(null)
      stopBeats = timers.every(beatMs, () => void beat(null))
    },
    async stop() {
      stopBeats?.()
      if (isOver) return
      isOver = true
      await table.leave().catch((error: unknown) => {
        log.warn({ err: error }, 'the other nodes could not be told that this one stops')
      })
      await table.close()
    },
  }
}

/** Times by the clock of this machine: that of PostgreSQL may be another. */
function nodeAt(nowMs: number, rows: readonly NodeRow[]): (row: NodeRow) => ServiceNode {
  const hereMs = rows.find(({ isOurs }) => isOurs)?.aheadMs ?? null
  return ({ isOurs, upMs, silentMs, stoppedMs, aheadMs, name, hostname, url, version, capabilities, machine }) => ({
    name,
    is_here: isOurs,
    standing: standingOf({ silentMs, stoppedMs }),
    hostname,
    url,
    version,
    capabilities,
    started_at: toIso(Math.round(nowMs - upMs)),
    last_heartbeat: toIso(Math.round(nowMs - silentMs)),
    clock_ahead_ms: hereMs === null || aheadMs === null ? 0 : Math.round(aheadMs - hereMs),
    stopped_at: stoppedMs === null ? null : toIso(Math.round(nowMs - stoppedMs)),
    ...machine,
  })
}
