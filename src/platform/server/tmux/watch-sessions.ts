// Hears at once that sessions came, went or were renamed: a control-mode client of tmux that reconnects for ever.
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { startProgram } from '../spawn.ts'
import type { Calm } from './calm.ts'
import type { ControlLine } from './control-line.ts'
import { chain, exactly } from './tmux-arguments.ts'
import type { TmuxClient } from './tmux-client.ts'
import { keeperName } from './tmux.ts'

/** After a lost connection: soon, since new sessions should be noticed, but not in a tight loop. */
const firstRetryMs = 100
const maxRetryMs = 30_000
/** How often an absent tmux is looked for: as often as the scan that stands in for the notices. */
const absentRetryMs = 30_000
/** A connection that lasted this long was sound, so the next loss starts with a short wait again. */
const soundMs = 5000
/** The client leaves as soon as its input ends; only a hung tmux needs more than this. */
const stopGraceMs = 1000

/**
 * A control-mode client needs a session to attach to: the keeper, made when absent, shared by all services on the tmux
 * server. Who leaves last removes it; after a crash its own program does, which asks every minute whether anybody is
 * attached, and goes as well when its server no longer answers under its address: a server whose socket was deleted would
 * otherwise live for ever, for nothing but its keeper. Never by `destroy-unattached`: tmux 3.3a dies of a segmentation fault, and every session with it, when that
 * removes the session of a control client just while another session comes or goes.
 */
const keeperProgram = [
  // TMUX is the path of the socket, which may hold commas, the server's pid and a number.
  'server=${TMUX%,*} server=${server##*,}',
  'ask() { tmux display-message -p -t "$TMUX_PANE" "#{pid} #{?session_attached,attached,alone}"; }',
  'while sleep 60; do [ "$(ask)" = "$server attached" ] || exit; done',
].join('; ')
const flags = 'no-output,ignore-size'
const keeperCommand = chain(
  ['-C', 'new-session', '-A', '-f', flags, '-s', keeperName, '-n', keeperName, '--', 'sh', '-c', keeperProgram],
  // A keeper of an earlier Orrery may still have it on.
  ['set-option', '-t', exactly(keeperName), 'destroy-unattached', 'off'],
)
/** Decided inside tmux, so that nobody attaches between the look and the end. */
const removeKeeper = ['if-shell', '-F', '-t', exactly(keeperName), '#{session_attached}', '']

/** Lines of the control protocol after which a list of sessions may differ; the last one says that we are attached. */
const noticePattern = /^%(sessions-changed|session-renamed|session-changed)( |$)/

type WatchOptions = {
  readonly client: TmuxClient
  /** Is asked over the same connection. */
  readonly line: ControlLine
  /** Nothing is opened here while it connects. */
  readonly calm: Calm
  readonly log: Log
  readonly onChange: () => void
  /** For tests: how long to wait while tmux is not installed. */
  readonly absentRetryMs?: number
}

/** Starts at once. Disposing ends the client and waits for it. */
export function watchSessions(options: WatchOptions): AsyncDisposable {
  const stopping = new AbortController()
  const done = keepAttached(options, stopping.signal)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await done
    },
  }
}

async function keepAttached(options: WatchOptions, stopping: AbortSignal): Promise<void> {
  let retryMs = firstRetryMs
  let isReported = false
  while (!stopping.aborted) {
    const { outcome, lastedMs } = await attachOnce(options, stopping)
    if (stopping.aborted) return lastedMs > 0 ? leaveKeeper(options.client) : undefined
    options.log.debug({ outcome, lastedMs }, 'tmux notices ended')
    if (outcome === 'not_found') {
      await pause(options.absentRetryMs ?? absentRetryMs, stopping)
      continue
    }
    // The server may have ended with all its sessions; that is told, too.
    if (lastedMs > 0) options.onChange()
    else if (!isReported)
      options.log.warn('tmux gives no notices of its sessions (3.2 or newer does): they are scanned')
    isReported = lastedMs === 0
    retryMs = lastedMs >= soundMs ? firstRetryMs : Math.min(retryMs * 2, maxRetryMs)
    await pause(retryMs, stopping)
  }
}

/** `lastedMs` is 0 for a client that was never attached. */
async function attachOnce(
  { client, line: asking, calm, onChange }: WatchOptions,
  stopping: AbortSignal,
): Promise<{ readonly outcome: string; readonly lastedMs: number }> {
  const stands = await calm.connect()
  if (stopping.aborted) {
    stands()
    return { outcome: 'stopped', lastedMs: 0 }
  }
  let attachedAtMs: number | null = null
  const connected: ReturnType<ControlLine['connect']>[] = []
  const program = startProgram(client.program(keeperCommand), (line) => {
    stands()
    for (const each of connected) each.take(line)
    if (!noticePattern.test(line)) return
    attachedAtMs ??= performance.now()
    if (connected.length === 0) connected.push(asking.connect(program.write))
    if (!stopping.aborted) onChange()
  })
  const stop = (): void => program.stop(stopGraceMs)
  stopping.addEventListener('abort', stop)
  const outcome = await program.ended
  stands()
  stopping.removeEventListener('abort', stop)
  for (const each of connected) each.close()
  return { outcome, lastedMs: attachedAtMs === null ? 0 : performance.now() - attachedAtMs }
}

/** Best effort: a keeper that stays ends by itself. */
async function leaveKeeper(client: TmuxClient): Promise<void> {
  const program = startProgram(client.program([...removeKeeper, `kill-session -t '${exactly(keeperName)}'`]), () => {})
  program.stop(stopGraceMs)
  await program.ended
}

async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal: stopping })
  } catch (error) {
    if (!stopping.aborted) throw error
  }
}
