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
import { createHooks, machineEventOf } from '#rooms/hooks/server/index.ts'
import { createModes } from '#rooms/modes/server/index.ts'
import { createSessions, type Sessions } from '#rooms/sessions/server/index.ts'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

const [home = ''] = process.argv.slice(2)
const clock = systemClock
const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
const auth = await createAuth({ home, accessToken: 'unused', clock, log })
const modes = createModes({
  config: { deployment: null, fabricMode: 'deployment', fabricHostnames: [], tmuxSocket: null },
  version,
})
const tasks = { statusOf: () => null, standingOf: () => null, follow: () => undefined }
const live = createLiveFeed({ ...stateSocket, frames: { start: 0, use: () => {} }, timers: systemTimers })
const sessions: Sessions = await createSessions({
  home,
  database: withoutCommits(database),
  live,
  clock,
  log,
  tmux: createTmux({ socketName: `orrery-bench-unused-${process.pid}`, env: {}, log }),
  tasks,
  spawn: never,
  planLaunch: never,
  agentTypes: () => [],
  machineEventOf,
  forgetArtifacts: async () => {},
  retentionDays: 30,
  outputDays: 30,
})
const hooks = createHooks({
  home,
  userHome: home,
  scripts: { promptSubmit: 'working', interactiveStop: 'to_review' },
  applyReport: (report) => sessions.report(report),
  clock,
  log,
})
const http = createHttpServer({
  config: {
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    allowedHosts: [],
    requireTokenLocally: false,
    hooks: { port: null, autoInstall: false, interactiveStop: 'to_review', promptSubmit: 'working' },
  },
  auth,
  log,
  version,
  pageFolder: null,
  gone: modes.gone,
  prefixes: modes.prefixes,
  notReady: () => null,
})
hooks.mount(http.api)
sessions.mount(http.api)
http.addSocket(live.route)
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
    write: (write) => queue.write({ ...write, run: () => {} }),
    writeInSlices: (write) => queue.writeInSlices({ ...write, run: () => [] }),
    flushSync: queue.flushSync,
  }
  return { ...opened, commits, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}

function never(): never {
  throw new Error('nothing is launched here')
}
