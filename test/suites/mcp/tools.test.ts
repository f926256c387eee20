// The tools for agents, asked by the official client: over HTTP, and over stdio as agent programs start them.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { orreryArgv } from '../../support/entry.ts'
import { makeHome, type TestHome, type Variables } from '../../support/home.ts'
import { launch, listSessions, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let place: TestHome
let service: Service
let client: Client

/** `echo` stands in for an agent program; `shell` is in nobody's list. */
const config = {
  agents: { echo: { command: ['sh', '-c', '{prompt}'] } },
  mcp: { agentTypes: ['echo'], maxSessions: 2 },
}

before(async () => {
  place = await makeHome()
  {
    await using first = await startService(place)
    await first.stop()
  }
  writeFileSync(join(place.home, 'config.json'), JSON.stringify(config))
  service = await startService(place)
  client = await overHttp({})
})
after(async () => {
  await client.close()
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

const token = () => readFileSync(join(place.home, 'mcp-token'), 'utf8').trim()

async function overHttp(headers: Readonly<Record<string, string>>): Promise<Client> {
  const made = new Client({ name: 'a-test', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${token()}`, ...headers } }
  await made.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.url), { requestInit }))
  return made
}

async function overStdio(env: Variables = {}): Promise<Client> {
  const made = new Client({ name: 'a-test', version: '1.0.0' })
  const [command, ...args] = orreryArgv()
  await made.connect(
    new StdioClientTransport({
      command: command ?? '',
      args: [...args, 'mcp'],
      env: place.env(env),
      stderr: 'inherit',
    }),
  )
  return made
}

async function ask(by: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> {
  return (await by.callTool({ name, arguments: args })) as CallToolResult
}

function textOf({ content }: CallToolResult): string {
  const [first] = content
  return first?.type === 'text' ? first.text : ''
}

async function value<T>(by: Client, name: string, args: Record<string, unknown> = {}): Promise<T> {
  const answer = await ask(by, name, args)
  assert.ok(answer.isError !== true, textOf(answer))
  return JSON.parse(textOf(answer)) as T
}

async function refusal(by: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const answer = await ask(by, name, args)
  assert.equal(answer.isError, true, textOf(answer))
  return textOf(answer)
}

type Launched = { readonly session: { readonly id: string; readonly tmux_session: string } }

type ActivityRow = { readonly kind: string; readonly text: string; readonly actor: { kind: string; name: string } }

async function activity(): Promise<readonly ActivityRow[]> {
  const { json } = await service.call('GET /api/activity?limit=200', { token: service.token })
  return json.rows as ActivityRow[]
}

async function refusalIsTold(begin: string): Promise<void> {
  const rows = (await activity()).filter(({ kind }) => kind === 'mcp.refused')
  assert.ok(
    rows.some(({ text, actor }) => text.startsWith(begin) && actor.kind === 'agent'),
    `${begin}: ${JSON.stringify(rows)}`,
  )
}

test('its tools are the thirteen that are promised, each with a schema', async () => {
  const { tools } = await client.listTools()
  assert.deepEqual(
    new Set(tools.map(({ name }) => name)),
    new Set(
      (
        'list_sessions launch_agent stop_agent read_output send_input list_tasks create_task update_task add_brief lanes ' +
        'list_strands run_strand search'
      ).split(' '),
    ),
  )
  for (const { name, inputSchema } of tools) assert.equal(inputSchema.type, 'object', name)
})

for (const [way, connect] of [
  ['HTTP', () => overHttp({ 'x-agent-session': 'agent-caller' })],
  ['stdio', () => overStdio({ SERVICE_SESSION_TMUX: 'agent-caller' })],
] as const) {
  test(`over ${way} an agent files a task, launches another, waits for it and reads what it wrote`, async () => {
    const by = await connect()
    try {
      const { task } = await value<{ task: { id: string } }>(by, 'create_task', { title: `filed over ${way}` })
      const prompt = `echo "the answer over ${way}"`
      const { session } = await value<Launched>(by, 'launch_agent', { agent_type: 'echo', prompt, task_id: task.id })
      assert.match(session.tmux_session, /^agent-mcp-[0-9a-f]{8}$/)
      const read = await value<{ output: string; session: { state: string } }>(by, 'read_output', {
        session_id: session.id,
        wait_seconds: 50,
      })
      assert.match(read.output, new RegExp(`the answer over ${way}`))
      assert.equal(read.session.state, 'completed')
      const { task: after } = (await service.call(`GET /api/tasks/${task.id}`)).json as { task: { status: string } }
      assert.equal(after.status, 'done')
      const rows = (await activity()).filter(({ actor }) => actor.name === 'agent-caller')
      assert.ok(rows.length >= 1, 'it is told who filed and launched')
      assert.ok(
        rows.every(({ actor }) => actor.kind === 'agent'),
        JSON.stringify(rows),
      )
    } finally {
      await by.close()
    }
  })
}

test('tasks, briefs, lanes, strands and search are what the API has', async () => {
  const { task } = await value<{ task: { id: string } }>(client, 'create_task', { title: 'a task to change' })
  await value(client, 'update_task', { task_id: task.id, priority: 'P1' })
  const { tasks } = await value<{ tasks: { id: string; priority: string }[] }>(client, 'list_tasks', { q: 'to change' })
  assert.deepEqual(
    tasks.map(({ id, priority }) => [id, priority]),
    [[task.id, 'P1']],
  )
  assert.ok((await value<{ id: number }>(client, 'add_brief', { source: 'slack', body: 'news' })).id > 0)
  await value(client, 'lanes')
  const { strands } = await value<{ strands: unknown[] }>(client, 'list_strands')
  assert.ok(strands.length > 0)
  const { run_id: run } = await value<{ run_id: string }>(client, 'run_strand', { strand_id: 'docs-drift-check' })
  assert.ok(run.length > 0)
  await until('it is found', async () => {
    const { results } = await value<{ results: unknown[] }>(client, 'search', { q: 'to change' })
    return results.length > 0
  })
})

test('what agents may not do is refused in words, and each refusal is a row of the activity', async () => {
  const shell = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'sleep 600' }))
  const own = sessionOf(
    await launch(service, { agent_type: 'echo', prompt: 'sleep 600', session_name: 'agent-own', label: 'The own one' }),
  )
  const by = await overHttp({ 'x-agent-session': 'agent-own' })
  const cases: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
    [
      'launch_agent',
      { agent_type: 'shell', prompt: 'id' },
      /not_for_agents: Agents may not launch.*shell.*mcp\.agentTypes/,
    ],
    ['launch_agent', { agent_type: 'echo', session_name: 'agent-x' }, /invalid_request: .*session_name/],
    ['send_input', { session_id: shell.id, text: 'id' }, /not_for_agents: .*shell sessions/],
    ['stop_agent', { session_id: own.id }, /not_for_agents: This is the session that you run in/],
    ['read_output', { session_id: own.id }, /not_for_agents: This is the session/],
    ['send_input', { session_id: own.id, text: 'x' }, /not_for_agents: This is the session/],
    ['read_output', { session_id: 'nobody' }, /not_found: /],
    ['approve', { id: 1 }, /not_found: There is no tool approve/],
  ]
  for (const [name, args, words] of cases) assert.match(await refusal(by, name, args), words)
  const rows = (await activity()).filter(({ kind }) => kind === 'mcp.refused')
  for (const tool of new Set(cases.map(([name]) => name)))
    assert.ok(
      rows.some(({ text, actor }) => text.startsWith(tool) && actor.kind === 'agent' && actor.name === 'The own one'),
      `${tool}: ${JSON.stringify(rows)}`,
    )
  assert.equal((await listSessions(service)).find(({ id }) => id === own.id)?.state, 'running')
  await by.close()
})

test('of many launches at once as many live as are allowed, and the next may come when one has ended', async () => {
  const asked = await Promise.all(
    [1, 2, 3, 4].map(() => ask(client, 'launch_agent', { agent_type: 'echo', prompt: 'sleep 600' })),
  )
  const launched = asked.filter(({ isError }) => isError !== true).map((one) => JSON.parse(textOf(one)) as Launched)
  assert.equal(launched.length, 2)
  for (const { isError, ...answer } of asked.filter((one) => one.isError === true))
    assert.match(textOf({ isError, ...answer }), /too_many: Agents have launched 2 sessions that live/)
  await refusalIsTold('launch_agent was refused: Agents have launched 2 sessions')
  const [first] = launched
  assert.ok(first)
  await value(client, 'stop_agent', { session_id: first.session.id, force: true })
  await until('its place is free', async () => {
    return (await listSessions(service)).find(({ id }) => id === first.session.id)?.ended_at != null
  })
  await value(client, 'launch_agent', { agent_type: 'echo', prompt: 'true' })
})

test('a text into an open dialog is refused, as it is for a person', async () => {
  const dialog = `printf 'Do it?\\n❯ 1. Yes\\n  2. No\\n'; sleep 600`
  const { id } = sessionOf(await launch(service, { agent_type: 'echo', prompt: dialog }))
  await until('the dialog is there', async () =>
    /dialog_open: /.test(textOf(await ask(client, 'send_input', { session_id: id, text: 'yes' }))),
  )
  await refusalIsTold('send_input was refused: ')
})

test('the token of agents is good for the tools and nothing else, and no other token is good for them', async () => {
  for (const route of ['GET /api/agents', 'GET /api/system/settings', 'POST /api/agents/stop', 'GET /api/search?q=a']) {
    const { status, json } = await service.call(route, {
      token: token(),
      ...(route.startsWith('POST') ? { json: {} } : {}),
    })
    assert.deepEqual([status, json.error], [401, 'unauthenticated'], route)
  }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const headers = { accept: 'application/json, text/event-stream' }
  const other = await service.call('POST /mcp', { token: service.token, json: message, headers })
  assert.deepEqual([other.status, other.json.error], [403, 'mcp_token_needed'])
  assert.match(String(other.json.hint), /orrery mcp install/)
  await refusalIsTold('mcp was refused: The tools take the token of agents')
  assert.equal((await service.call('POST /mcp', { json: message, headers })).status, 401)
  assert.equal((await service.call('GET /mcp', { token: token() })).status, 405)
  const foreign = { ...headers, origin: 'https://evil.example' }
  const page = await service.call('POST /mcp', { token: token(), json: message, headers: foreign })
  assert.deepEqual([page.status, page.json.error], [403, 'foreign_origin'])
})

test('without a service the agent is told so, and with one again it goes on', async () => {
  const by = await overStdio()
  await service.stop()
  await assert.rejects(by.listTools(), /no service runs.*orrery start/)
  service = await startService(place)
  assert.equal((await by.listTools()).tools.length, 13)
  await by.close()
})
