// The script that asks and waits, against a service that answers what the test says.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createHookKey, readHookKey } from '#platform/server/access/hook-key.ts'
import { run, temporaryFolder } from '../hooks.testkit.ts'
import { writeHookScripts } from './write-scripts.ts'

const settings = { promptSubmit: 'working', interactiveStop: 'to_review' } as const
const decision = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'

type Said = { readonly asked: string; readonly body: string; readonly key: unknown }
/** The answers by method, one after the other, the last one again and again. */
type Answers = Readonly<Record<string, readonly (readonly [status: number, text: string])[]>>

/** An answer whose rest never comes. */
const half = decision.slice(0, 40)
/** In the place of a status: the connection is cut. */
const gone = 0

async function service(answers: Answers) {
  const said: Said[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(request)
    const { method = '', url = '', headers } = request
    const before = said.filter(({ asked }) => asked.startsWith(method)).length
    const of = answers[method] ?? []
    said.push({ asked: `${method} ${url}`, body, key: headers['x-orrery-hook-key'] })
    const [status, text] = of[before] ?? of.at(-1) ?? [500, '']
    // A text that is not over is cut off.
    if (status === gone) request.socket.destroy()
    else if (text === half)
      response.writeHead(status, { 'content-length': decision.length }).write(half, () => request.socket.destroy())
    else response.writeHead(status, { 'content-length': Buffer.byteLength(text) }).end(text)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, said, [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')) }
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}

const payload = JSON.stringify({
  session_id: '8d9ac4f0',
  tool_name: 'Bash',
  tool_input: { command: `echo "ü" '${'x'.repeat(6000)}' $(id) \\` },
})

async function ask(
  home: string,
  {
    port,
    stdin = payload,
    args = ['PermissionRequest'],
  }: { readonly port: number; readonly stdin?: string; readonly args?: readonly string[] },
) {
  await writeHookScripts(home, settings)
  return await run({
    argv: ['bash', join(home, 'bin', 'orrery-approval.sh'), ...args],
    env: {
      HOME: home,
      SERVICE_HOME: home,
      SERVICE_SESSION_TMUX: 'agent-1',
      SERVICE_HOOK_PORT: String(port),
      SERVICE_RUN_ID: 'r-1',
    },
    stdin,
  })
}

test('it sends the whole request, waits as long as it is told to, and prints the decision to the letter', async () => {
  using home = temporaryFolder()
  await using hub = await service({
    POST: [[201, '{"ok":true,"id":"a1"}']],
    GET: [
      [204, ''],
      [204, ''],
      [200, decision],
    ],
  })
  await writeHookScripts(home.path, settings)
  await createHookKey().publish(home.path, hub.port)
  const { code, output } = await ask(home.path, { port: hub.port })
  assert.deepEqual([code, output], [0, `${decision}\n`])
  const [asked, ...polls] = hub.said
  const { request, ...event } = JSON.parse(asked?.body ?? '')
  assert.deepEqual(request, JSON.parse(payload))
  assert.deepEqual(
    [event.tmux_session, event.event, event.hook, event.run_id, event.client_session, event.agent_type],
    ['agent-1', 'to_review', 'PermissionRequest', 'r-1', '8d9ac4f0', 'code-agent'],
  )
  assert.deepEqual(
    polls.map((poll) => poll.asked),
    Array.from({ length: 3 }, () => 'GET /api/hooks/approvals/a1'),
  )
  assert.equal(asked?.key, readHookKey(home.path, hub.port))
})

const silent: [string, Answers][] = [
  ['nobody is asked here', { POST: [[201, '{"ok":true,"id":null}']] }],
  ['it is over', { POST: [[201, '{"ok":true,"id":"a1"}']], GET: [[404, '{"ok":false}']] }],
  ['half of an answer comes', { POST: [[201, '{"ok":true,"id":"a1"}']], GET: [[200, half]] }],
  ['the service fails', { POST: [[201, '{"ok":true,"id":"a1"}']], GET: [[500, '']] }],
]
for (const [what, answers] of silent) {
  test(`it prints nothing when ${what}`, async () => {
    using home = temporaryFolder()
    await using hub = await service(answers)
    const { code, output } = await ask(home.path, { port: hub.port })
    assert.deepEqual([code, output], [0, ''])
  })
}

test('it prints nothing when the service goes away while it waits', async () => {
  using home = temporaryFolder()
  await using hub = await service({ POST: [[201, '{"ok":true,"id":"a1"}']], GET: [[gone, '']] })
  const { code, output } = await ask(home.path, { port: hub.port })
  assert.deepEqual([code, output], [0, ''])
})

test('where nobody takes the question the event is told or queued as ever', async () => {
  using home = temporaryFolder()
  await using older = await service({
    POST: [
      [404, ''],
      [200, '{}'],
    ],
  })
  assert.equal((await ask(home.path, { port: older.port })).output, '')
  assert.deepEqual(
    older.said.map(({ asked }) => asked),
    ['POST /api/hooks/approvals', 'POST /api/hooks/ingest'],
  )
  rmSync(join(home.path, 'hook-queue.jsonl'), { force: true })
  assert.equal((await ask(home.path, { port: 9 })).output, '')
  const queued = JSON.parse(readFileSync(join(home.path, 'hook-queue.jsonl'), 'utf8'))
  assert.deepEqual([queued.event, queued.hook, queued.request], ['to_review', 'PermissionRequest', undefined])
})

test('it finds the service at the port in force, and larger requests than it takes are told as an event', async () => {
  using home = temporaryFolder()
  await using hub = await service({
    POST: [
      [201, '{"ok":true,"id":null}'],
      [200, '{}'],
    ],
  })
  await writeHookScripts(home.path, settings)
  writeFileSync(join(home.path, 'hook-port'), `${hub.port}\n`)
  await ask(home.path, { port: 9 })
  await ask(home.path, {
    port: hub.port,
    stdin: JSON.stringify({ tool_name: 'Write', tool_input: { content: 'x'.repeat(950_000) } }),
  })
  assert.deepEqual(
    hub.said.map(({ asked }) => asked),
    ['POST /api/hooks/approvals', 'POST /api/hooks/ingest'],
  )
})

test('outside of our sessions, without a request and for another event it does nothing', async () => {
  using home = temporaryFolder()
  await using hub = await service({ POST: [[201, '{"ok":true,"id":null}']] })
  await ask(home.path, { port: hub.port, stdin: '' })
  await ask(home.path, { port: hub.port, args: ['PreToolUse'] })
  await run({
    argv: ['bash', join(home.path, 'bin', 'orrery-approval.sh'), 'PermissionRequest'],
    env: { HOME: home.path },
    stdin: payload,
  })
  assert.deepEqual(hub.said, [])
})
