// One event through the script, as an agent would send it: it is caught before any session hears of it.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { ok } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import { shareRuns } from '#platform/server/share-runs.ts'
import { runProgram } from '#platform/server/spawn.ts'
import type { HookTest } from '../contract.ts'
import { clientHooks, type HookClient } from '../core/clients.ts'
import { hookLine } from '../core/hook-line.ts'
import type { ApplyReport } from './ports.ts'

/** The script ends within 2 s by itself. */
const scriptMs = 10 * secondMs
/** No session has such a name; one that comes late, out of the queue, is still known by it. */
const testName = /^orrery-hook-test-[0-9a-f]{16}$/

export type HookTests = {
  /** As `apply`, but for events of a test, which end here. */
  readonly caught: (apply: ApplyReport) => ApplyReport
  readonly run: (client: HookClient) => Promise<HookTest>
}

export type HookTestOptions = {
  readonly home: string
  readonly environment: Environment
  /** Delivers what stands in the queue. */
  readonly drain: () => Promise<boolean>
}

export function createHookTests({ home, environment, drain }: HookTestOptions): HookTests {
  /** When the event of each present test arrived; null before. */
  const present = new Map<string, number | null>()

  async function run(client: HookClient): Promise<HookTest> {
    const name = `orrery-hook-test-${randomBytes(8).toString('hex')}`
    present.set(name, null)
    const startedMs = performance.now()
    const took = (untilMs: number) => Math.round((untilMs - startedMs) * 10) / 10
    try {
      // What the client runs for a notification, by the same line.
      const line = hookLine({ home, args: ['Notification', ...clientHooks[client].args] }, [])
      const outcome = await runProgram({
        argv: ['sh', '-c', line],
        env: { PATH: environment.PATH, SERVICE_HOME: home, SERVICE_SESSION_TMUX: name },
        input: JSON.stringify({ message: 'A test of the hooks' }),
        timeoutMs: scriptMs,
      })
      const atMs = present.get(name) ?? null
      if (atMs !== null) return { arrived: true, way: 'straight', took_ms: took(atMs), reason: null, hint: null }
      await drain()
      const lateMs = present.get(name) ?? null
      if (lateMs !== null) return { arrived: true, way: 'queue', took_ms: took(lateMs), ...byQueue(home) }
      const ran = outcome.kind === 'exited' ? `ended with ${outcome.code}` : outcome.kind.replaceAll('_', ' ')
      return { arrived: false, way: null, took_ms: took(performance.now()), ...lost(home, ran) }
    } finally {
      present.delete(name)
    }
  }

  return {
    // One script at a time for each client, however many ask.
    run: shareRuns((client: HookClient) => client, run),
    // No promise of its own: every event of every agent passes here.
    caught: (apply) => (report) => {
      if (report.tmuxSession === null || !testName.test(report.tmuxSession)) return apply(report)
      if (present.has(report.tmuxSession)) present.set(report.tmuxSession, performance.now())
      return Promise.resolve(ok({ ok: true, changed: false, session: null }))
    },
  }
}

function byQueue(home: string): Pick<HookTest, 'reason' | 'hint'> {
  return {
    reason: `The script did not reach the service, and wrote the event into ${join(home, 'hook-queue.jsonl')}.`,
    hint: 'Agents report late then: look whether hook-port in the home names the port of this service, and at `orrery doctor`.',
  }
}

function lost(home: string, ran: string): Pick<HookTest, 'reason' | 'hint'> {
  return {
    reason: `The event did not arrive, and stands in no queue; the script ${ran}.`,
    hint: `Look at ${join(home, 'bin', 'orrery-hook.sh')}: \`orrery hook install\` writes it anew.`,
  }
}
