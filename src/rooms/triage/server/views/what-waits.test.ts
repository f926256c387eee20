// What finds no room in a prompt waits for a later run, and the run says so: nothing counts as read that no model saw.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRoom, type Room } from '../room.testkit.ts'

const linesUnder = (title: string, prompt: string): string[] =>
  (prompt.split(`\n${title}\n`)[1]?.split('\n\n')[0]?.split('\n') ?? []).filter((line) => line !== '(none)')

async function appliedTasks({ ask }: Room): Promise<string[]> {
  const { overrides } = (await ask('GET', '/api/triage/overrides?applied=true&limit=200')).body
  return overrides.map(({ task_id: id }) => id).toSorted()
}

test('of 45 locks in a context of 4096 tokens those that stood in a prompt are applied, the others by the next run', () =>
  withRoom(
    async (room) => {
      const locked = Array.from({ length: 45 }, (_, index) => `L-${index + 1}`)
      await room.addTasks(...locked, 'T-1', 'T-2')
      for (const id of locked) {
        const reason = `promised to the customer of ${id}, and nobody may move it before the contract is signed`
        await room.ask('POST', `/api/triage/lock/${id}`, { lane: 'later', reason })
      }
      const run = await room.run()
      const prompts = room.fake.requests.map(({ prompt }) => prompt).join('\n')
      const stood = linesUnder('USER OVERRIDES', prompts).map((line) => line.split(' ')[1] ?? '')
      assert.ok(stood.length > 0 && stood.length < 45, `${stood.length} stood in the prompt`)
      assert.deepEqual(await appliedTasks(room), stood.toSorted())
      const { overrides, overrides_left: left } = run.run_summary ?? assert.fail()
      assert.deepEqual([overrides, left], [stood.length, 45 - stood.length])
      const { state } = (await room.ask('GET', '/api/triage/lanes')).body
      assert.equal(state.overrides_waiting, 45 - stood.length)
      while (((await room.run()).run_summary?.overrides_left ?? 0) > 0);
      assert.deepEqual(await appliedTasks(room), locked.toSorted())
    },
    { contextTokens: 4096 },
  ))

test('a correction of a task that is done by now is applied by the run whose prompt held it', () =>
  withRoom(
    async (room) => {
      const done = Array.from({ length: 45 }, (_, index) => `D-${index + 1}`)
      await room.addTasks(...done, 'T-1')
      for (const id of done) {
        const user_reason = 'it was far more urgent than the model thought, as the customer told us on the phone'
        await room.ask('POST', '/api/triage/overrides', {
          task_id: id,
          dimension: 'urgency',
          new_value: 5,
          user_reason,
        })
        await room.ask('PATCH', `/api/tasks/${id}`, { status: 'done' })
      }
      await room.run()
      const stood = linesUnder('USER OVERRIDES', room.fake.requests[0]?.prompt ?? '')
      assert.equal((await appliedTasks(room)).length, stood.length)
      assert.ok(stood.length > 0)
    },
    { contextTokens: 4096 },
  ))

test('memories that found no room are not counted as read', () =>
  withRoom(
    async (room) => {
      await room.addTasks('T-1')
      for (let index = 0; index < 40; index += 1) {
        await room.ask('POST', '/api/triage/memories', {
          body: `${index}: money comes first, whatever they say `.repeat(6),
        })
      }
      const run = await room.run()
      const stood = linesUnder('MEMORIES', room.fake.requests[0]?.prompt ?? '')
      assert.ok(stood.length > 0 && stood.length < 40)
      assert.equal(run.run_summary?.memories, stood.length)
    },
    { contextTokens: 4096 },
  ))
