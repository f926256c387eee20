// kill -9 of either node at every step of a run that lies on both: nothing is lost, and nothing runs twice but what was in flight.
import assert from 'node:assert/strict'
import { unlinkSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { until } from '../../support/until.ts'
import { openDbosPlaces } from '../engines/dbos-rig.ts'
import { openFaultPlace, type NodeName } from './fault-place.ts'
import { dieFile, holdFile } from './fault-strands.ts'

const places = openDbosPlaces()
after(() => places.close())
const options = { skip: withoutPostgres }
const none = { lost: [], doubled: [] }

const nodeOf: Readonly<Record<string, NodeName>> = { a: 'here', b: 'there', c: 'here', d: 'here' }

test('kills: the node of a step dies at its beginning and before its end, at each step of a run', options, async () => {
  await using place = await openPlace()
  for (const [step, node] of Object.entries(nodeOf)) {
    for (const when of ['begin', 'end'] as const) {
      const run = `${step}-${when}`
      writeFileSync(dieFile(place.folder, { run, step }, when), '')
      place.run('here', run, { strand: 'across' })
      await place.ended(node)
      await place.begin(node)
      await until('the run is over', () => place.isOver(run))
    }
  }
  assert.deepEqual(await place.settle(), none)
  const tries = (await place.traces()).filter((line) => line.startsWith('begin')).length
  assert.equal(tries, 8 * 4 + 8, 'the step in flight alone ran again')
})

test(
  'kills: the node that began a run dies while a step runs elsewhere, which goes on; the run waits for its node',
  options,
  async () => {
    await using place = await openPlace()
    const at = { run: 'orphan', step: 'b' }
    writeFileSync(holdFile(place.folder, at), '')
    place.run('here', 'orphan', { strand: 'across' })
    await place.sees('the step runs there', 'begin there orphan b')
    await place.kill('here')
    unlinkSync(holdFile(place.folder, at))
    await place.sees('it ended without its asker', 'end there orphan b')
    // Whatever `there` would take up of it would run before this one.
    place.run('there', 'later')
    await place.sees('another run went by', 'end there later c')
    assert.ok(!(await place.traces()).some((line) => / orphan [cd] /.test(line)), 'a step of it ran without its node')
    await place.begin('here')
    assert.deepEqual(await place.settle(), none)
    assert.equal((await place.traces()).filter((line) => line.includes(' orphan b ')).length, 2)
  },
)

async function openPlace() {
  const url = await places.database()
  return openFaultPlace({ here: url, there: url })
}
