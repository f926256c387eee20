// What an agent waits for at each of its hooks: the line in its settings, run by sh as the client does.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { hookLine } from '#rooms/hooks/core/hook-line.ts'
import { writeHookScripts } from '#rooms/hooks/server/scripts/write-scripts.ts'
import { compareMedians, ratioAtMost, type Row } from '../lib/line.ts'
import { sessionName } from '../lib/requests.ts'
import { interleave } from '../lib/rounds.ts'
import { startService, temporaryFolder } from '../lib/service.ts'

const calls = 120
const warmUpCalls = 10

/** What Claude Code writes to a hook's stdin after a tool. */
const payload = JSON.stringify({
  session_id: '0b6dc5a5-57d2-45c1-9d0b-9a1c3f2f7f10',
  transcript_path: '/home/person/.claude/projects/-home-person-project/0b6dc5a5-57d2-45c1-9d0b-9a1c3f2f7f10.jsonl',
  cwd: '/home/person/project',
  permission_mode: 'default',
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test -- --test-name-pattern=ingest', description: 'Run the tests of ingest' },
  tool_response: { stdout: 'ok '.repeat(200), stderr: '', interrupted: false, isImage: false },
  tool_use_id: 'toolu_01A09q90qw90lq917835lq9',
})

export const hookScript: Row = {
  name: 'hook-script',
  async run() {
    await using service = await startService()
    await using absent = temporaryFolder()
    const closedPort = await findClosedPort()
    await writeHookScripts(absent.path, { promptSubmit: 'working', interactiveStop: 'to_review' })
    mkdirSync(absent.path, { recursive: true })
    writeFileSync(join(absent.path, 'hook-port'), `${closedPort}\n`)
    const settingsLine = hookLine({ home: service.home, args: ['PostToolUse', 'code-agent'] }, [])
    const inSession = { SERVICE_SESSION_TMUX: sessionName(0) }
    const up = { ...inSession, SERVICE_HOME: service.home, SERVICE_HOOK_PORT: new URL(service.url).port }
    const down = { ...inSession, SERVICE_HOME: absent.path, SERVICE_HOOK_PORT: String(closedPort) }
    const contenders = {
      bare: async () => timeRun(['true'], {}),
      up: async () => timeRun(['sh', '-c', settingsLine], up),
      missing: async () => timeRun(['sh', '-c', settingsLine], {}),
      down: async () => timeRun(['sh', '-c', settingsLine], down),
    }
    await interleave(warmUpCalls, contenders)
    const measured = await interleave(calls, contenders)
    await expectEvents({ url: service.url, queue: join(absent.path, 'hook-queue.jsonl') })
    const { bare } = measured
    const goals = { up: ratioAtMost(3.2), missing: ratioAtMost(1.2), down: ratioAtMost(3) }
    const note = 'from fork to exit; bare is fork and exec of true'
    const line = (title: string, name: keyof typeof goals) =>
      compareMedians({ title, unit: 'ms', ours: measured[name], bare, goal: goals[name], note })
    return [
      line('hook, service up', 'up'),
      line('hook, variable missing', 'missing'),
      line('hook, service down', 'down'),
    ]
  },
}

/** Milliseconds from before the fork until the process has ended. */
function timeRun([program = '', ...args]: readonly string[], variables: NodeJS.ProcessEnv): number {
  const { PATH, LANG } = process.env
  const startedMs = performance.now()
  const { status, error } = spawnSync(program, args, { input: payload, env: { PATH, LANG, ...variables } })
  const tookMs = performance.now() - startedMs
  if (status !== 0) throw new Error(`${program} ended with ${status}`, { cause: error })
  return tookMs
}

async function findClosedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

/** A script that delivered nothing would look fast. */
async function expectEvents({ url, queue }: { url: string; queue: string }): Promise<void> {
  const expected = calls + warmUpCalls
  const queued = readFileSync(queue, 'utf8').trim().split('\n').length
  if (queued !== expected) throw new Error(`${queued} of ${expected} events were queued while the service was down`)
  const { sessions } = (await (await fetch(`${url}/api/hooks/sessions`)).json()) as { sessions: { id: string }[] }
  const history = await fetch(`${url}/api/hooks/sessions/${sessions[0]?.id}/events?limit=${expected}`)
  const { events } = (await history.json()) as { events: { kind: string }[] }
  const delivered = events.filter(({ kind }) => kind === 'event').length
  if (delivered !== expected) throw new Error(`${delivered} of ${expected} events reached the service`)
}
