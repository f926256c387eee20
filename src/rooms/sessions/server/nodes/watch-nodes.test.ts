import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NodesTold } from '#rooms/nodes/contract.ts'
import { clocksAhead, silentSince } from './watch-nodes.ts'

const beat = '2026-11-20T12:00:00.000Z'
const stopped = '2026-11-20T12:00:05.000Z'
const now = '2026-11-20T12:10:00.000Z'

function told(
  standing: 'live' | 'silent' | 'gone',
  stoppedAt: string | null = null,
): Pick<NodesTold, 'here' | 'nodes'> {
  const about = {
    free_ram: null,
    total_ram: null,
    load: null,
    cores: null,
    hostname: 'h',
    url: null,
    version: '1',
    capabilities: [],
    started_at: beat,
    is_here: false,
    clock_ahead_ms: 0,
  }
  return { here: 'here', nodes: [{ ...about, name: 'attic', standing, last_heartbeat: beat, stopped_at: stoppedAt }] }
}

test('a node is unreachable since its last heartbeat, its stop, or when it was first missed', () => {
  const rows = [
    [told('live'), new Map(), []],
    [told('silent'), new Map(), [['attic', beat]]],
    [told('gone', stopped), new Map(), [['attic', stopped]]],
    [{ ...told('live'), nodes: [] }, new Map(), [['attic', now]]],
    // The moment stays, and goes once the node is heard again.
    [told('silent'), new Map([['attic', stopped]]), [['attic', stopped]]],
    [told('live'), new Map([['attic', stopped]]), []],
  ] satisfies [ReturnType<typeof told>, Map<string, string>, [string, string][]][]
  for (const [nodes, before, since] of rows) {
    assert.deepEqual([...silentSince(['here', 'attic'], nodes, { before, now })], since)
  }
})

test('a clock counts as another one from five seconds on, and as the same as before within two', () => {
  const rows = [
    [4000, undefined, undefined],
    [-5000, undefined, -5000],
    [120_000, undefined, 120_000],
    [121_000, 120_000, 120_000],
    [123_000, 120_000, 123_000],
    // It was set right.
    [50, 120_000, undefined],
    [4000, 5000, 5000],
  ] as const
  for (const [ms, before, ahead] of rows) {
    const known = new Map(before === undefined ? [] : [['attic', before]])
    assert.equal(
      clocksAhead([{ name: 'attic', clock_ahead_ms: ms }], known).get('attic'),
      ahead,
      `${ms} after ${before}`,
    )
  }
})
