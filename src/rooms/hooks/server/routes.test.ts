import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createHookKey, readHookKey } from '#platform/server/access/hook-key.ts'
import { err, ok } from '#base/result.ts'
import type { RefusalCode } from '#platform/contract.ts'
import { sendRaw } from '#platform/server/http/testing/raw-http.ts'
import { startTestServer } from '#platform/server/http/testing/test-server.ts'
import { hookScriptPath, receive, run, temporaryFolder } from './hooks.testkit.ts'
import type { AgentReport } from '#rooms/sessions/contract.ts'
import type { ApplyReport } from './ports.ts'
import { mountIngest } from './routes.ts'
import { sendEvent } from './send-event.ts'
import { writeHookScripts } from './scripts/write-scripts.ts'

const accept: ApplyReport = async () => ok({ ok: true, changed: false, session: null })

async function serve(apply: ApplyReport = accept) {
  const reports: AgentReport[] = []
  const { port, stop } = await startTestServer({
    mount: ({ api }) =>
      mountIngest(api, async (report) => {
        reports.push(report)
        return await apply(report)
      }),
  })
  const post = async (body: string, headers: [string, string][] = []) => {
    const lines: [string, string][] = [
      ['Host', `127.0.0.1:${port}`],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(Buffer.byteLength(body))],
      ...headers,
    ]
    const answer = await sendRaw({ port, method: 'POST', target: '/api/hooks/ingest', headers: lines, body })
    return { status: answer.status, body: JSON.parse(answer.body) }
  }
  return { port, reports, post, [Symbol.asyncDispose]: stop }
}

test('an accepted event answers ok, changed and session, and reaches the sessions as a report', async () => {
  await using service = await serve()
  const body = JSON.stringify({ tmux_session: 'agent-1', event: 'tool_use', metadata: 'Bash', whatever: [1] })
  assert.deepEqual(await service.post(body), { status: 200, body: { ok: true, changed: false, session: null } })
  const [report] = service.reports
  assert.deepEqual([report?.tmuxSession, report?.events, report?.metadata], ['agent-1', ['agent.tool_use'], 'Bash'])
})

const malformed: [string, string, RegExp][] = [
  ['no JSON', '{"event":', /JSON/],
  ['an empty body', '', /body/],
  ['a list', '[]', /^The body is not a JSON object\.$/],
  ['no event', '{"tmux_session":"agent-1"}', /^The field event is missing\.$/],
  ['an unknown event', '{"tmux_session":"agent-1","event":"exitt"}', / \(did you mean exit\?\)\.$/],
  ['neither id', '{"event":"exit"}', /tmux_session or session_id/],
]

for (const [name, body, reason] of malformed) {
  test(`ingest of ${name} answers 400 with one sentence, and no session hears of it`, async () => {
    await using service = await serve()
    const answer = await service.post(body)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.ok, false)
    assert.equal(answer.body.error, 'invalid_request')
    assert.match(answer.body.reason, reason)
    assert.deepEqual(service.reports, [])
  })
}

const refusals: [RefusalCode, number][] = [
  ['not_found', 404],
  ['too_many', 429],
  ['storage_unavailable', 503],
]

for (const [error, status] of refusals) {
  test(`a report refused with ${error} answers ${status}`, async () => {
    await using service = await serve(async () => err({ error, reason: 'No.' }))
    const answer = await service.post('{"tmux_session":"x","event":"exit"}')
    assert.deepEqual(answer, { status, body: { ok: false, error, reason: 'No.' } })
  })
}

test('a caller that is not local gets 403, whatever it brings along', async () => {
  await using service = await serve()
  const body = '{"tmux_session":"agent-1","event":"exit"}'
  const answer = await service.post(body, [
    ['X-Forwarded-For', '203.0.113.7'],
    ['Authorization', 'Bearer a-token-for-tests-only'],
  ])
  assert.deepEqual([answer.status, answer.body.error], [403, 'local_only'])
  assert.deepEqual(service.reports, [])
})

test('the hook script is a caller that the route takes', async () => {
  using folder = temporaryFolder()
  await using service = await serve()
  const home = join(folder.path, 'home')
  mkdirSync(home)
  await writeHookScripts(home, { promptSubmit: 'working', interactiveStop: 'to_review' })
  const env = { SERVICE_HOME: home, SERVICE_SESSION_TMUX: 'agent-1', SERVICE_HOOK_PORT: String(service.port) }
  await run({ argv: ['bash', hookScriptPath(home), 'UserPromptSubmit'], env, stdin: '{"prompt":"go on"}' })
  await run({ argv: ['bash', hookScriptPath(home), '--exit', '3'], env })
  assert.deepEqual(
    service.reports.map(({ events, metadata, source, exitCode }) => [events, metadata, source, exitCode]),
    [
      [['agent.prompt_ready', 'hook.to_running', 'start'], 'go on', 'hook', null],
      [['process.exit_error'], null, 'wrapper', 3],
    ],
  )
})

test('an event sent by command goes to the port in force and answers what the service said', async () => {
  using home = temporaryFolder()
  await using service = await serve(async ({ tmuxSession }) =>
    tmuxSession === 'x' ? err({ error: 'not_found', reason: 'No.', hint: 'Try.' }) : await accept({} as AgentReport),
  )
  const send = (tmux: string) => sendEvent(home.path, { tmux_session: tmux, event: 'exit' })
  assert.match(reasonOf(await send('agent-1')), /names no hook port\.$/)
  writeFileSync(join(home.path, 'hook-port'), `${service.port}\n`)
  assert.deepEqual(await send('agent-1'), { ok: true, value: { ok: true, changed: false, session: null } })
  assert.deepEqual(await send('x'), { ok: false, error: { code: 'refused', reason: 'No.', hint: 'Try.' } })
  await using other = await receive(500)
  writeFileSync(join(home.path, 'hook-port'), String(other.port))
  assert.match(reasonOf(await send('agent-1')), /is not Orrery\.$/)
  assert.equal(other.received.pop()?.headers['x-orrery-hook-key'], undefined)
  await createHookKey().publish(home.path, other.port)
  await send('agent-1')
  assert.equal(other.received.pop()?.headers['x-orrery-hook-key'], readHookKey(home.path, other.port))
  writeFileSync(join(home.path, 'hook-port'), '9')
  assert.match(reasonOf(await send('agent-1')), /does not answer \(.*ECONNREFUSED.*\)\.$/)
})

function reasonOf(sent: Awaited<ReturnType<typeof sendEvent>>): string {
  assert.ok(!sent.ok && sent.error.code === 'not_running')
  return sent.error.reason
}
