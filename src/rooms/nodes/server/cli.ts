// The nodes room of the command line: no command of its own, since `orrery system` tells of them; doctor's look at their PostgreSQL.
import type { CliRoom } from '#platform/server/cli/cli-room.ts'

export const nodesCli: CliRoom = {
  name: 'nodes',
  addCommands() {},
  // What speaks PostgreSQL is loaded with DATABASE_URL alone.
  checks: ({ config: { databaseUrl: url } }) =>
    url === null ? [] : [async () => (await import('./postgres/look-at-postgres.ts')).lookAtPostgres(url)],
}
