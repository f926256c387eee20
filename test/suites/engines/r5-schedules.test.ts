// R5 on both engines: the same suite of schedules.
import { after, test } from 'node:test'
import { silentLog } from '#platform/server/log/log.ts'
import { openDbosEngineOn } from '#rooms/flow/server/engine/dbos/open-dbos-engine.ts'
import { createNodeDatabase } from '#rooms/flow/server/engine/dbos/postgres.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { openDbosPlaces } from './dbos-rig.ts'
import { clockTests, loadTests, restartTests, type Schedules } from './schedules-suite.ts'

const places = openDbosPlaces()
after(() => places.close())

const embedded: Schedules = {
  name: 'embedded',
  make: () => Promise.resolve(undefined),
  test: (what, run) => void test(what, run),
}

const dbos: Schedules = {
  name: 'dbos',
  async make() {
    const url = await places.database()
    return (options) => openDbosEngineOn(options, 'here', createNodeDatabase({ url, node: 'here', log: silentLog }))
  },
  test: (what, run) => void test(what, { skip: withoutPostgres }, run),
}

for (const suite of [embedded, dbos]) {
  clockTests(suite)
  restartTests(suite)
}
// A thousand runs are measured where they cost little: what PostgreSQL adds to one is the same for each.
loadTests(embedded)
