// The one way to speak to tmux: quotes what tmux would expand, targets by id, and tells 'nothing' from 'no answer'.
import { ok } from '#base/result.ts'
import type { Environment } from '../config/environment.ts'
import type { Log } from '../log/log.ts'
import { actOn, keyCommands } from './act-on-session.ts'
import { readActivity } from './activity.ts'
import { attachProgram } from './attach-program.ts'
import { createCalm } from './calm.ts'
import { captureScreens } from './capture-screens.ts'
import { createControlLine } from './control-line.ts'
import { findSession } from './find-session.ts'
import { readFront } from './front.ts'
import { captureText, lookAt } from './look.ts'
import { listSessions } from './list-sessions.ts'
import { newSession } from './new-session.ts'
import { createTmuxClient, defaultTimeLimitMs, type TmuxClient } from './tmux-client.ts'
import { tmuxEnvironment } from './tmux-environment.ts'
import type { Tmux } from './tmux.ts'
import { pasteInto, pressEnter } from './type-into.ts'
import { watchSessions } from './watch-sessions.ts'

type TmuxOptions = {
  /** The `tmux -L` name, or null for the person's own server with the person's own tmux.conf. */
  readonly socketName: string | null
  /** The service's environment; what must not reach tmux is taken out here. */
  readonly env: Environment
  readonly log: Log
  /** After this time tmux counts as hung. */
  readonly timeLimitMs?: number
  /** How often `watch` looks for an absent tmux. */
  readonly absentRetryMs?: number
}

export function createTmux(options: TmuxOptions): Tmux {
  const { socketName, log, timeLimitMs = defaultTimeLimitMs, absentRetryMs } = options
  const env = tmuxEnvironment(options.env, process.platform)
  const client = createTmuxClient({ socketName, env, timeLimitMs })
  const line = createControlLine(timeLimitMs)
  const calm = createCalm()
  return {
    version: () => readVersion(client),
    list: () => listSessions(client),
    create: async (session) => {
      const started = await calm.open(() => newSession(client, session))
      if (!started.ok) return started
      const { warning, ...identity } = started.value
      if (warning !== null) log.warn({ session: identity.name, warning }, 'tmux started a session only in part')
      return ok(identity)
    },
    find: (name) => findSession(client, name),
    interrupt: (session) => actOn(client, session, { commands: keyCommands('C-c'), isUrgent: true }),
    escape: (session) => actOn(client, session, { commands: keyCommands('Escape'), isUrgent: true }),
    kill: (session) => actOn(client, session, { commands: (id) => `kill-session -t '${id}'`, isUrgent: true }),
    paste: (session, text) => pasteInto(client, session, text),
    enter: (session) => pressEnter(client, session),
    look: (id) => lookAt(client, id),
    front: (id) => readFront(client, id),
    activity: () => readActivity(client),
    capture: (id, options) => captureText(client, id, options),
    screens: (ids) => captureScreens({ client, line }, ids),
    attachProgram: (id, options) => attachProgram(client, id, options),
    watch: (onChange) =>
      watchSessions({ client, line, calm, log, onChange, ...(absentRetryMs === undefined ? {} : { absentRetryMs }) }),
  }
}

async function readVersion(client: TmuxClient): Promise<string | null> {
  const outcome = await client.run(['-V'])
  return outcome.kind === 'exited' && outcome.code === 0 ? outcome.stdout.trim() : null
}
