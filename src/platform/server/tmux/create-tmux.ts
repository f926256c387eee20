// The one way to speak to tmux: quotes what tmux would expand, targets by id, and tells 'nothing' from 'no answer'.
import { err, ok, type Result } from '#base/result.ts'
import type { Environment } from '../config/environment.ts'
import type { Log } from '../log/log.ts'
import { attachProgram } from './attach-program.ts'
import { captureText, lookAt } from './look.ts'
import { listSessions } from './list-sessions.ts'
import { newSession } from './new-session.ts'
import { activePaneOf, chain, isSessionId } from './tmux-arguments.ts'
import { createTmuxClient, defaultTimeLimitMs, noSessionId, tmuxFailure, type TmuxClient } from './tmux-client.ts'
import { tmuxEnvironment } from './tmux-environment.ts'
import type { Tmux, TmuxFailure } from './tmux.ts'
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
  return {
    version: () => readVersion(client),
    list: () => listSessions(client),
    create: async (session) => {
      const started = await newSession(client, session)
      if (!started.ok) return started
      const { id, name, warning } = started.value
      if (warning !== null) log.warn({ session: name, warning }, 'tmux started a session only in part')
      return ok({ id, name })
    },
    interrupt: (id) => command(client, id, interruptCommand),
    kill: (id) => command(client, id, (target) => ['kill-session', '-t', target]),
    look: (id) => lookAt(client, id),
    capture: (id, options) => captureText(client, id, options),
    attachProgram: (id, options) => attachProgram(client, id, options),
    watch: (onChange) =>
      watchSessions({ client, log, onChange, ...(absentRetryMs === undefined ? {} : { absentRetryMs }) }),
  }
}

/** In a mode, such as copy mode after a person scrolled, keys go to the mode and not to the program. */
function interruptCommand(id: string): string[] {
  return chain(['copy-mode', '-q', '-t', activePaneOf(id)], ['send-keys', '-t', activePaneOf(id), 'C-c'])
}

/** What ends work goes ahead of all that only looks. */
async function command(
  client: TmuxClient,
  id: string,
  build: (id: string) => string[],
): Promise<Result<null, TmuxFailure>> {
  if (!isSessionId(id)) return err(noSessionId(id))
  const outcome = await client.runUrgently(build(id))
  return outcome.kind === 'exited' && outcome.code === 0 ? ok(null) : err(tmuxFailure(outcome))
}

async function readVersion(client: TmuxClient): Promise<string | null> {
  const outcome = await client.run(['-V'])
  return outcome.kind === 'exited' && outcome.code === 0 ? outcome.stdout.trim() : null
}
