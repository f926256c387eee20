// What happened, as the guide's page asks for it and as the command line tells it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { agentHeader } from '#platform/contract.ts'
import type { ActivityAnswer } from '#rooms/activity/contract.ts'
import { root } from '../../support/entry.ts'
import { sessionOf } from '../../support/http.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'

const run = promisify(execFile)
let place: TestHome
let service: Service

before(async () => {
  place = await makeHome()
  service = await startService(place)
  const { token } = service
  await service.call('POST /api/tasks', { token, json: { id: 'T-1', title: '=1+1, "a" task' } })
  await service.call('POST /api/tasks', {
    token,
    json: { id: 'T-2', title: 'Another' },
    headers: { [agentHeader]: 'ada' },
  })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

async function activity(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await orrery(place, ['activity', ...args])
  assert.equal(code, 0, err)
  return out
}

async function rowsOf(...args: readonly string[]): Promise<ActivityAnswer['rows']> {
  return (JSON.parse(await activity('--json', ...args)) as ActivityAnswer).rows
}

test('every command of the page works as it stands', async () => {
  const text = await readFile(join(root, 'docs/guide/activity.md'), 'utf8')
  const blocks = [...text.matchAll(/```sh\n(?<lines>[^`]*)```/g)].map(({ groups }) => groups?.lines ?? '')
  const commands = blocks.flatMap((block) => block.split('\n')).filter((line) => line !== '')
  assert.equal(commands.length, 10)
  for (const command of commands) {
    if (command.startsWith('orrery ')) await activity(...command.split(' ').slice(2))
    else await run('sh', ['-c', command.replace(/^curl /, 'curl -fsS ')], { env: { ...process.env, url: service.url } })
  }
})

test('the table and the JSON tell the same rows, with who did it', async () => {
  const rows = await rowsOf('--source', 'fabric')
  assert.deepEqual(
    rows.map(({ kind, actor, subject }) => [kind, actor.kind, actor.name, subject.id]),
    [
      ['task.created', 'agent', 'ada', 'T-2'],
      ['task.created', 'person', 'API', 'T-1'],
    ],
  )
  const table = await activity('--source', 'fabric')
  assert.match(table, /fabric +Agent, ada +Another +/)
  assert.match(table, /fabric +You, API +=1\+1, "a" task +/)
})

test('an agent that launches, stops and dismisses through the API stands there by its name', async () => {
  const { token } = service
  const headers = { [agentHeader]: 'ada' }
  const body = { agent_type: 'shell', prompt: 'exec sleep 1000' }
  const launched = await service.call('POST /api/agents/launch', { token, json: body, headers })
  const { id } = sessionOf(launched)
  assert.equal((await service.call('POST /api/agents/stop', { token, json: { session_id: id }, headers })).status, 200)
  assert.equal((await service.call(`DELETE /api/hooks/sessions/${id}?kill=true`, { token })).status, 200)
  const brief = await service.call('POST /api/briefs', { token, json: { source: 'other', body: 'b' }, headers })
  assert.equal(brief.status, 200, brief.text)
  const rows = [...(await rowsOf('--source', 'tmux')), ...(await rowsOf('--kind', 'triage.brief'))]
  assert.deepEqual(
    rows.map(({ kind, actor }) => [kind, actor.kind, actor.name]),
    [
      ['session.removed', 'person', 'API'],
      ['session.stopped', 'agent', 'ada'],
      ['session.launched', 'agent', 'ada'],
      ['triage.brief', 'agent', 'ada'],
    ],
  )
})

test('filters and limits hold, and what is no filter is refused with what to do', async () => {
  assert.deepEqual(
    (await rowsOf('--actor', 'agent', '--source', 'fabric')).map(({ subject }) => subject.id),
    ['T-2'],
  )
  assert.equal((await rowsOf('--limit', '1')).length, 1)
  assert.deepEqual(await rowsOf('--kind', 'task.deleted'), [])
  assert.deepEqual(await rowsOf('--until', '2020-01-01'), [])
  const refused = [
    [['--since', 'yesterday'], /as 2h, or a date/],
    [['--limit', '0'], /a number from 1 to/],
    [['--source', 'nowhere'], /Allowed choices/],
    [['--kind', 'No kind'], /session\.failed/],
  ] as const
  for (const [args, words] of refused) {
    const { code, err } = await orrery(place, ['activity', ...args])
    assert.notEqual(code, 0, args.join(' '))
    assert.match(err, words)
  }
})

test('a file has every row, and no cell of it is a formula', async () => {
  const csv = await activity('--source', 'fabric', '--export', 'csv')
  assert.match(csv, /^at,source,kind,/)
  assert.equal(csv.trimEnd().split('\r\n').length, 3)
  assert.match(csv, /,"'=1\+1, ""a"" task",/)
  const lines = (await activity('--source', 'fabric', '--export', 'jsonl')).trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line) as unknown),
    await rowsOf('--source', 'fabric'),
  )
})

test('logins, refused logins and logouts are told, and no code or token is', async () => {
  const link = (await service.call('POST /api/system/login-links', { token: service.token, json: {} })).json
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const wrong = 'wrong-code-of-nobody'
  assert.equal((await service.call('POST /api/auth/login', { json: { code: wrong }, headers })).status, 401)
  const { json, status } = await service.call('POST /api/auth/login', { json: { code: link.code }, headers })
  assert.equal(status, 200)
  const token = String(json.token)
  assert.equal((await service.call('POST /api/auth/logout', { token, headers })).status, 200)
  const rows = await rowsOf('--kind', 'auth', '--limit', '3')
  assert.deepEqual(
    rows.map(({ kind, actor }) => [kind, actor.kind]),
    ['logout', 'login', 'refused'].map((kind) => [`auth.${kind}`, 'person']),
  )
  assert.match(rows[1]?.actor.name ?? '', /Firefox/)
  assert.equal(rows[0]?.actor.name, rows[1]?.actor.name)
  const told = JSON.stringify(rows)
  for (const secret of [wrong, String(link.code), token]) assert.ok(!told.includes(secret))
})
