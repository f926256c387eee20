// Answers of PostgreSQL that are lost amid a transaction, connections that fall silent with rows locked, and refusals: runs go on.
import assert from 'node:assert/strict'
import { unlinkSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { openRelay, type Relay } from '../../support/relay.ts'
import { until } from '../../support/until.ts'
import { openDbosPlaces } from '../engines/dbos-rig.ts'
import { openFaultPlace } from './fault-place.ts'
import { holdFile } from './fault-strands.ts'

const places = openDbosPlaces()
after(() => places.close())
const options = { skip: withoutPostgres }

/** What DBOS asks within each of its transactions, and within no other. */
const transactions = {
  'a workflow begins': 'INSERT INTO "dbos".workflow_status (',
  'a workflow is taken from a queue': 'recovery_attempts = recovery_attempts + 1',
  'an entry is written': 'INSERT INTO "dbos".operation_outputs',
  'a queue is told of': 'INSERT INTO "dbos".queues',
  'a workflow ends': 'INSERT INTO "dbos".workflow_output',
}

for (const [what, text] of Object.entries(transactions)) {
  test(`lost answers: ${what}, and the answer to its commit is lost`, options, () =>
    amid((relay) => relay.loseAnswer(text, 'COMMIT')),
  )
  test(`lost answers: ${what}, and the connection is silent before its commit`, options, () =>
    amid((relay) => relay.silenceAfter(text)),
  )
}

test('lost answers: a step is asked whether it was cancelled, and the answer is lost', options, () =>
  amid((relay) => relay.loseAnswer('FROM orrery.cancels')),
)

/** The strand lies on both nodes, which reach PostgreSQL through the relay. */
async function amid(fault: (relay: Relay) => Promise<void>): Promise<void> {
  const url = new URL(await places.database())
  await using relay = await openRelay(Number(url.port))
  url.port = String(relay.port)
  await using place = await openFaultPlace({ here: url.href, there: url.href })
  const happened = fault(relay)
  place.run('here', 'across', { strand: 'across' })
  place.run('there', 'compute', { strand: 'compute' })
  await happened
  assert.deepEqual(await place.settle(), { lost: [], doubled: [] })
  const again = (await place.traces()).filter((line) => line.startsWith('begin') && !line.endsWith(' 1'))
  assert.deepEqual(again, [], 'no body ran again')
}

/** A sequence counts on in a transaction that fails. */
const refusing = `
  CREATE SEQUENCE refused;
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM nextval('refused'); RAISE EXCEPTION 'no entries today'; END $$;
  CREATE TRIGGER refuse BEFORE INSERT ON dbos.operation_outputs FOR EACH ROW EXECUTE FUNCTION refuse()`

test(
  'refusals: what workflows write is refused for a while, and bodies that live through it run once',
  options,
  async () => {
    const url = await places.database()
    await using place = await openFaultPlace({ here: url, there: url })
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      const held = [
        { run: 'local', step: 'a' },
        { run: 'across', step: 'b' },
      ]
      for (const at of held) writeFileSync(holdFile(place.folder, at), '')
      place.run('here', 'local')
      place.run('here', 'across', { strand: 'across' })
      await place.sees('a step runs here', 'begin here local a')
      await place.sees('a step runs there', 'begin there across b')
      await client.query(refusing)
      for (const at of held) unlinkSync(holdFile(place.folder, at))
      await until('both ends were refused', async () => {
        const { rows } = await client.query<{ refused: string }>('SELECT last_value AS refused FROM refused')
        return Number(rows[0]?.refused) >= held.length
      })
      await client.query('DROP TRIGGER refuse ON dbos.operation_outputs')
    } finally {
      await client.end()
    }
    assert.deepEqual(await place.settle(), { lost: [], doubled: [] })
    assert.equal((await place.traces()).filter((line) => line.startsWith('begin')).length, 3 + 4)
  },
)
