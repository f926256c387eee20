// R9: a service that answers a hook too late has the same report twice, straight and from the queue, and counts it once.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { makeHome } from '../../support/home.ts'
import { ingest, launch, sessionOf } from '../../support/http.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { eventsOf } from './acknowledged.ts'

const run = promisify(execFile)

for (const script of ['orrery-hook.sh', 'orrery-hook-fallback.sh']) {
  test(`what ${script} reported while the service stood still moves its session once`, async () => {
    await using place = await makeHome()
    await using service = await startService(place)
    const { id, tmux_session: tmux } = sessionOf(
      await launch(service, { agent_type: 'shell', prompt: 'sleep 1000', session_name: 'agent-late' }),
    )
    const queue = join(place.home, 'hook-queue.jsonl')
    const report = (event: string) =>
      run(join(place.home, 'bin', script), [event, 'shell'], {
        env: place.env({ SERVICE_SESSION_TMUX: tmux, SERVICE_HOOK_PORT: String(service.hookPort) }),
      })
    process.kill(service.pid, 'SIGSTOP')
    try {
      await report('UserPromptSubmit')
      await report('Notification')
      assert.ok(existsSync(queue), 'nobody answered, so that both stand in the queue')
    } finally {
      process.kill(service.pid, 'SIGCONT')
    }
    // Whatever comes after them in the queue comes after both of their ways.
    await until('the queue is drained', () => !existsSync(queue))
    await ingest(service, { tmux_session: tmux, event: 'running', metadata: 'the last' })
    const told = (await eventsOf(service, id)).filter(({ source }) => source === 'hook')
    assert.deepEqual(
      told.map(({ event }) => event),
      ['agent.prompt_ready', 'hook.to_running', 'start', 'hook.to_review', 'hook.to_running'],
    )
  })
}
