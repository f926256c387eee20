// What others wait for while sessions are forgotten: one that somebody purges, and the events that retention drops.
import { scriptOf } from '#platform/server/db/group-commit.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { remove } from '#rooms/sessions/server/end/remove.ts'
import { createEventLog } from '#rooms/sessions/server/log/event-log.ts'
import { openRoom, registered } from '#rooms/sessions/server/room.testkit.ts'
import { threadMs } from '../lib/event-loop.ts'
import { atMost, type Line, type Row } from '../lib/line.ts'

export const history: Row = { name: 'history', run: measure }

const names = ['agent-a', 'agent-b', 'agent-c']
const eventsEach = 20_000

async function measure(): Promise<Line[]> {
  const room = await openRoom()
  const ids: string[] = []
  for (const name of names) {
    const { session } = await registered(room, { tmux_session: name, prompt: 'x'.repeat(2000) })
    ids.push(session.id)
    await room.report(name, 'start')
  }
  for (let sent = 0; sent < eventsEach; sent++) {
    const event = sent % 2 === 0 ? 'hook.to_review' : 'agent.tool_use'
    await Promise.all(names.map((name) => room.report(name, event, { metadata: `round ${sent}` })))
  }
  const { commits } = room.database
  const newest = 'UPDATE session_events SET at = ? WHERE seq = (SELECT max(seq) FROM session_events)'
  await commits.write({ run: (db) => void db.prepare(newest).run(young) })
  const watch = watchWrites(commits)
  await remove(room.context, ids[0] ?? '', { kill: false, purge: true })
  const purge = watch.takeLongest()
  await createEventLog({ ...room.database, commits }).dropBefore({ time: young, now: young })
  const retention = watch.takeLongest()
  await room.close()
  const note = `with its commit, processor time; of ${eventsEach.toLocaleString('en')} events a session`
  return [
    { title: 'longest write of a purge', unit: 'ms', measured: purge, ...absolute, note },
    { title: 'longest write of retention', unit: 'ms', measured: retention, ...absolute, note },
  ]
}

/** After all that the room's own clock has written. */
const young = '2099-01-01T00:00:00.000Z'
const absolute = { bare: null, ratio: null, goal: atMost(10) } as const

/** From now on each write is watched. */
function watchWrites(commits: Database['commits']): { readonly takeLongest: () => number } {
  let longestMs = 0
  const write = commits.write.bind(commits)
  commits.write = (asked) => {
    let beganMs = 0
    return write({
      ...asked,
      *script() {
        beganMs = threadMs()
        yield* scriptOf(asked)
      },
      committed() {
        longestMs = Math.max(longestMs, threadMs() - beganMs)
        asked.committed?.()
      },
    })
  }
  return {
    takeLongest() {
      const taken = longestMs
      longestMs = 0
      return taken
    },
  }
}
