// The service's ingest without its database: the real HTTP server, hooks route, state machine, log rows and board socket,
// composed as in the service, with its queue of writes but without their transactions: what is left out is SQLite alone.
import { stateSocket } from '#platform/api.ts'
import { createAuth } from '#platform/server/auth/auth.ts'
import { systemClock } from '#platform/server/clock.ts'
import { createGroupCommit, unguarded } from '#platform/server/db/group-commit.ts'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { createHttpServer } from '#platform/server/http/server.ts'
import { silentLog as log } from '#platform/server/log/log.ts'
import { createLiveFeed } from '#platform/server/live/live-feed.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { createTmux } from '#platform/server/tmux/create-tmux.ts'
import { version } from '#platform/server/version.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { createWatched } from '#platform/server/config/watched.ts'
import { openHooksRoom } from '#rooms/hooks/server/index.ts'
import { openModesRoom } from '#rooms/modes/server/index.ts'
import { openSessionsRoom } from '#rooms/sessions/server/index.ts'
import { sampleConfig } from '#testing/sample-config.testkit.ts'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

const [home = ''] = process.argv.slice(2)
const clock = systemClock
const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
const auth = await createAuth({ home, accessToken: 'unused', clock, log })
const config = sampleConfig(home, { port: 0 })
const modes = openModesRoom({ config, environment: {}, version })
const tasks = {
  statusOf: () => null,
  standingOf: () => null,
  follow: () => undefined,
  nameOf: (id: string) => id,
  aboutOf: () => null,
}
let seq = 0
const live = createLiveFeed({ ...stateSocket, frames: { start: 0, next: () => (seq += 1) }, timers: systemTimers })
const ground = {
  config,
  settings: createWatched(config),
  database: withoutCommits(database),
  live: { ...live, watchers: live.viewers },
  tmux: createTmux({ socketName: `orrery-bench-unused-${process.pid}`, env: {}, log }),
  address: { url: () => '', hookPort: () => 0 },
  environment: {},
  userHome: home,
  clock,
  timers: systemTimers,
  audit: { record: async () => {} },
  log,
}
const hooks = openHooksRoom(ground)
const sessions = await openSessionsRoom(ground, { tasks, hooks })
hooks.reportTo(sessions.report)
const http = createHttpServer({
  config,
  auth,
  log,
  version,
  pageFolder: null,
  gone: modes.gone,
  prefixes: modes.prefixes,
  notReady: () => null,
})
for (const room of [{ sockets: [live.route] }, hooks, sessions]) mountRoom(http, room)
console.log(`listening on ${(await http.listen()).url}`)

/** The service's own queue of writes, over a database that has nothing to do. */
function withoutCommits(opened: Database): Database {
  const nothing = {
    isTransaction: false,
    exec: () => {},
    prepare: () => ({ run: () => {} }),
  } as unknown as DatabaseSync
  const queue = createGroupCommit(nothing, unguarded)
  const commits: Database['commits'] = {
    write: (write) => queue.write({ ...write, *script() {} }),
    writeInSlices: (write) => queue.writeInSlices({ ...write, *script() {} }),
    count: () => queue.count(),
  }
  return { ...opened, commits, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}
