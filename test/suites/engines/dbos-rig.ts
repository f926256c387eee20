// The engine on PostgreSQL: one server for a test file, a fresh database for each place.
import { DBOS } from '@dbos-inc/dbos-sdk'
import { silentLog } from '#platform/server/log/log.ts'
import { createNodeDatabase } from '#rooms/flow/server/engine/dbos/postgres.ts'
import { openDbosEngineOn } from '#rooms/flow/server/engine/dbos/open-dbos-engine.ts'
import { startPostgres, type Postgres } from '#testing/postgres.testkit.ts'
import { openEngineRig } from './engine-rig.ts'
import type { OpenRig } from './rig.ts'

const template = 'orrery_template'

/** The server starts with the first place, and ends with `close`. */
export function openDbosPlaces() {
  let server: Promise<Postgres> | null = null
  let count = 0
  async function begin(): Promise<Postgres> {
    const postgres = await startPostgres()
    await DBOS.migrate(await postgres.createDatabase(template))
    return postgres
  }
  const postgres = () => (server ??= begin())
  /** The address of a database of its own, with the tables of DBOS in it. */
  const database = async () => (await postgres()).createDatabase(`place_${(count += 1)}`, template)
  const openRig: OpenRig = async (strands) => {
    const url = await database()
    return openEngineRig(strands, (options) => {
      const connections = createNodeDatabase({ url, node: 'here', log: silentLog })
      return {
        engine: openDbosEngineOn(options, 'here', connections),
        async kill() {
          // First what it writes by, as when a process dies.
          await connections[Symbol.asyncDispose]()
          await DBOS.shutdown()
        },
      }
    })
  }
  return {
    postgres,
    database,
    openRig,
    async close() {
      await (await server)?.[Symbol.asyncDispose]()
    },
  }
}
