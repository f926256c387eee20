// The rank of a task is one number wherever it is told, also after others were done, locked or unlocked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRoom, type Room } from '../room.testkit.ts'

/** By task: what the lanes show. */
async function shownRanks({ ask }: Room): Promise<Map<string, number>> {
  const { lanes } = (await ask('GET', '/api/triage/lanes')).body
  return new Map(lanes.flatMap(({ entries }) => entries.map(({ task, rank }) => [task.id, rank])))
}

async function explained({ ask }: Room, id: string) {
  const { lane, rank, why } = (await ask('GET', `/api/triage/explain/${id}`)).body.explanation
  return { lane, rank, why: why.join(' ') }
}

test('lanes and explanation tell the same rank once another task is done', () =>
  withRoom(async (room) => {
    await room.addTasks('T-1', 'T-2', 'T-3', 'T-4')
    await room.run()
    await room.ask('PATCH', '/api/tasks/T-1', { status: 'done' })
    await room.ask('POST', '/api/triage/lock/T-4', { lane: 'now' })
    const shown = await shownRanks(room)
    assert.deepEqual(
      [...shown],
      [
        ['T-2', 1],
        ['T-3', 2],
        ['T-4', 3],
      ],
    )
    for (const [id, rank] of shown) assert.equal((await explained(room, id)).rank, rank, id)
    const done = await explained(room, 'T-1')
    assert.deepEqual([done.lane, done.rank], [null, null])
    assert.equal((await explained(room, 'T-2')).lane, 'now')
    assert.match((await explained(room, 'T-2')).why, /Rank 1 \(2 in run 1\): it came into NOW, which takes 3\./)
    assert.match((await explained(room, 'T-4')).why, /You locked it at NOW\. .*Run 1 had put it into NEXT, at rank 4\./)
  }))
