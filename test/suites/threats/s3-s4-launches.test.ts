// S3, S4: no text a person can put into a launch, a folder name or a foreign tmux session ever becomes a command.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, listSessions, sessionOf, type Answer } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let place: TestHome
let service: Service
/** A file that appears as soon as any of the texts below is run. */
let canary: string
let records: string

/** Stands for an agent: writes down its folder, its arguments and what comes on stdin. */
const recorder = `#!/bin/sh
out="$RECORDS/$SERVICE_SESSION_TMUX"
{ printf '%s\\0' "$PWD" "$@"; [ -t 0 ] || cat; } >"$out.part"
mv -- "$out.part" "$out"
`

/** A program on everybody's PATH: its name has nothing that a folder, a session or a shell would spell differently. */
const trap = `#!/bin/sh
: >"$CANARY"
`

before(async () => {
  place = await makeHome()
  canary = join(place.root, 'canary')
  records = join(place.root, 'records')
  const programs = join(place.root, 'programs')
  await Promise.all([mkdir(records), mkdir(programs), mkdir(place.home)])
  for (const [name, text] of Object.entries({ claude: recorder, record: recorder, trip: trap })) {
    await writeFile(join(programs, name), text)
    await chmod(join(programs, name), 0o755)
  }
  const command = ['record', '{session_name}', '{prompt}', '{label}', '{task_id}', 'x{label}y']
  await writeFile(join(place.home, 'config.json'), JSON.stringify({ agents: { recorder: { command } } }))
  const PATH = [programs, process.env.PATH].join(delimiter)
  service = await startService(place, { env: { CANARY: canary, RECORDS: records, PATH } })
})
afterEach(() => assert.equal(existsSync(canary), false, 'a text was run'))
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** One line each, and without a slash, so that they do as a folder's name as well. */
const texts: readonly string[] = [
  '#(trip)',
  'x#(trip)y',
  '##(trip)',
  '#{E:#(trip)}',
  '#{session_name}#{pane_id}#S#H#[fg=red]',
  '%H:%M %1 $1 @1',
  '; trip',
  ';trip;',
  ';',
  '\\;',
  'a;',
  "' ; trip ; '",
  '" ; trip ; "',
  '$(trip)',
  '`trip`',
  '${CANARY}',
  '| trip &',
  '{prompt}{label}{{session_name}',
  '-x',
  '--',
  '--version',
  '-t =agent-1',
  '=agent-1',
  'C-c',
  'Enter',
  '~',
  '*',
  '!!',
  'é漢字🚀',
  ' spaces at both ends ',
]

/** Those that only a prompt can hold. */
const prompts: readonly string[] = [
  ...texts,
  'one\ntrip\nthree',
  '\r\n\t\u001b[2J\u0007 trip',
  '\n#(trip)\n',
  '../../../x',
  'x'.repeat(4096),
  '#(trip)'.repeat(256),
  `${'; trip\n'.repeat(7000)}end`,
]

let count = 0
const freshName = (): string => `agent-rec-${(count += 1)}`

async function launched(request: object): Promise<Session> {
  const answer = await launch(service, request)
  assert.equal(answer.status, 201, `${JSON.stringify(request).slice(0, 300)}: ${answer.text}`)
  return sessionOf(answer)
}

/** Folder, arguments and stdin as the agent of this name found them. */
async function recordOf(name: string): Promise<{ folder: string; args: string[]; stdin: string }> {
  const path = join(records, name)
  const text = await until(`${name} has begun`, () => (existsSync(path) ? readFile(path, 'utf8') : null))
  const [folder = '', ...args] = text.split('\0')
  return { folder, stdin: args.pop() ?? '', args }
}

/** Longest text that one argument holds, so that a longer prompt of a program we know comes another way. */
const argumentLimit = 128 * 1024 - 1

test('an agent gets prompt, label and task id as they were given, whatever they hold', async () => {
  for (const text of prompts.filter((text) => text.length < argumentLimit)) {
    const name = freshName()
    const isLine = texts.includes(text)
    const request = { agent_type: 'recorder', session_name: name, prompt: text }
    const session = await launched(isLine ? { ...request, label: text, task_id: text } : request)
    const { args } = await recordOf(name)
    const label = isLine ? text : session.label
    assert.deepEqual(args, [name, text, label, isLine ? text : '', `x${label}y`])
    assert.equal(session.prompt, text)
    if (isLine) assert.deepEqual([session.label, session.task_id], [text, text])
  }
})

test('a program that is not known to take a long prompt otherwise gets none, and nothing starts', async () => {
  const name = freshName()
  const answer = await launch(service, { agent_type: 'recorder', session_name: name, prompt: 'x'.repeat(200_000) })
  assertRefused(answer, 'prompt')
  assert.ok(!(await place.terminals()).includes(name))
})

test('the code agent gets a prompt of any kind and length, and never as an option', async () => {
  for (const text of prompts) {
    const name = freshName()
    await launched({ agent_type: 'code-agent', session_name: name, prompt: text })
    const { args, stdin } = await recordOf(name)
    if (text.length > argumentLimit) {
      assert.deepEqual({ args, stdin }, { args: ['-p'], stdin: text })
      continue
    }
    const expected = text.startsWith('-') ? ['-p', '--', text] : ['-p', text]
    assert.deepEqual(args, expected)
  }
})

test('a shell prompt is one script: its quotes hold, and it may be long', async () => {
  for (const text of prompts.filter((one) => !one.includes('\r'))) {
    const name = freshName()
    const path = join(records, name)
    const prompt = `cat >"${path}.part" <<'END OF TEXT'\n${text}\nEND OF TEXT\nprintf '%s|%s' "$#" "$*" >>"${path}.part"\nmv "${path}.part" "${path}"`
    await launched({ agent_type: 'shell', session_name: name, prompt })
    const found = await until(`${name} has written`, () => (existsSync(path) ? readFile(path, 'utf8') : null))
    assert.equal(found, `${text}\n0|`)
  }
})

test('an agent works in the folder it was given, whatever that is called', async () => {
  const lines = ['new\nline', 'x'.repeat(250), 'sub #(trip)', 'end;', '##{x}', '-', '"', "'", '\\']
  for (const [index, text] of [...texts, ...lines].entries()) {
    const folder = join(place.root, 'folders', String(index), text)
    await mkdir(folder, { recursive: true })
    for (const agent_type of ['recorder', 'code-agent']) {
      const name = freshName()
      const session = await launched({ agent_type, session_name: name, working_dir: folder, prompt: 'go' })
      assert.deepEqual([(await recordOf(name)).folder, session.working_dir], [folder, folder])
    }
  }
})

test('a name that tmux could take for anything but a name is refused', async () => {
  const before = await place.terminals()
  const names = [...prompts, 'agent-1;', '$1', '@1', '%1', 'agent-1:', 'agent.1', 'a b', '{x}', 'x'.repeat(65), '']
  const safe = /^[A-Za-z0-9_-]{1,64}$/
  for (const name of names.filter((one) => !safe.test(one))) {
    assertRefused(await launch(service, { agent_type: 'recorder', session_name: name, prompt: 'go' }), 'session_name')
  }
  assert.deepEqual(
    (await place.terminals()).filter((name) => !before.includes(name)),
    [],
  )
})

test('a name that begins with a dash, or is one of a word of tmux, is a name', async () => {
  for (const name of ['-x', '--', '-t', 'kill-server', 'C-c', '0', '-d']) {
    const session = await launched({ agent_type: 'shell', session_name: name, prompt: 'exec sleep 1000' })
    assert.equal(session.tmux_session, name)
    assert.ok((await place.terminals()).includes(name), name)
    await stop(session)
    await until(`${name} has ended`, async () => !(await place.terminals()).includes(name))
  }
})

test('NUL and control characters are refused where they cannot be data', async () => {
  const request = { agent_type: 'recorder', prompt: 'go' }
  assertRefused(await launch(service, { ...request, prompt: 'a\0b' }), 'prompt')
  assertRefused(await launch(service, { ...request, working_dir: `${place.root}\0` }), 'working_dir')
  assertRefused(await launch(service, { ...request, session_name: 'agent-\0' }), 'session_name')
  for (const line of ['a\0', 'a\nb', 'a\u001b[2Jb', '\u0007', '\u009b']) {
    assertRefused(await launch(service, { ...request, label: line }), 'label')
    assertRefused(await launch(service, { ...request, task_id: line }), 'task_id')
  }
  assertRefused(await launch(service, { ...request, label: 'x'.repeat(501) }), 'label')
  assertRefused(await launch(service, { ...request, task_id: 'x'.repeat(201) }), 'task_id')
})

test('stopping, dismissing and losing agent-1 never touches agent-10', async () => {
  const asleep = { agent_type: 'shell', prompt: 'exec sleep 1000' }
  const ten = await launched({ ...asleep, session_name: 'agent-10' })
  const isTenWell = async () => {
    assert.ok((await place.terminals()).includes('agent-10'))
    assert.equal((await listSessions(service)).find(({ id }) => id === ten.id)?.state, 'running')
  }
  const gone = () => until('agent-1 is gone', async () => !(await place.terminals()).includes('agent-1'))

  const stopped = await launched({ ...asleep, session_name: 'agent-1' })
  assert.equal((await stop(stopped)).state, 'failed')
  await gone()
  await isTenWell()

  await service.call(`DELETE /api/hooks/sessions/${stopped.id}`)
  const killed = await launched({ ...asleep, session_name: 'agent-1' })
  assert.equal((await removeAndKill(killed)).status, 200)
  await gone()
  await isTenWell()

  // Its terminal ends on its own, and the stop comes before anybody noticed.
  const lost = await launched({ ...asleep, session_name: 'agent-1' })
  await place.tmux('kill-session', '-t', '=agent-1')
  const late = await service.call('POST /api/agents/stop', { json: { session_id: lost.id }, token: service.token })
  assert.ok(late.status === 200 || late.status === 409, late.text)
  await removeAndKill(lost)
  await isTenWell()
  assert.equal((await stop(ten)).state, 'failed')
})

test('foreign tmux sessions with hostile names are adopted as data, moved, stopped and dismissed', async () => {
  await launched({ agent_type: 'shell', session_name: 'agent-bystander', prompt: 'exec sleep 1000' })
  // tmux expands formats in -s itself; doubled, they stand in the name as they are.
  const wanted = texts.map((text, index) => `agent-${index}-${text}`)
  for (const name of wanted) {
    await place.tmux('new-session', '-d', '-s', tmuxLiteral(name), '-n', 'x', '--', 'sleep', '1000')
  }
  const listed = (await place.tmux('list-sessions', '-F', '#{session_name}')).split('\n')
  const names = listed.filter((name) => /^agent-\d+-/.test(name))
  assert.equal(names.length, wanted.length)
  assert.ok(names.includes('agent-0-#(trip)'), names.join('\n'))
  const sessions = await until('all are adopted', async () => {
    const found = (await listSessions(service)).filter(({ tmux_session }) => names.includes(tmux_session))
    return found.length === names.length ? found : null
  })
  for (const session of sessions) {
    assert.deepEqual([session.origin, session.state, session.label], ['discovered', 'running', session.tmux_session])
    const review = await service.call(`PATCH /api/hooks/sessions/${session.id}`, { json: { state: 'awaiting_review' } })
    assert.equal(review.status, 200, review.text)
    assert.equal((await stop(session)).state, 'failed')
    const removed = await removeAndKill(session)
    assert.equal(removed.status, 200, removed.text)
  }
  await until('their terminals are gone', async () => !(await place.terminals()).some((name) => names.includes(name)))
  assert.ok((await place.terminals()).includes('agent-bystander'))
})

test('what an event or a registration calls a session is data, and no terminal is started under such a name', async () => {
  const before = await place.terminals()
  for (const text of texts) {
    const name = `agent-${text}`.slice(0, 200)
    const told = sessionOf(await ingest(service, { tmux_session: name, event: 'exit', metadata: text }))
    assert.deepEqual([told.tmux_session, told.state], [name, 'running'])
    const json = { tmux_session: `registered ${text}`, agent_type: 'shell', prompt: 'true', label: text, task_id: text }
    const registered = sessionOf(await service.call('POST /api/hooks/sessions', { json, token: service.token }))
    assert.deepEqual([registered.label, registered.task_id], [text, text])
    assertRefused(await patch(registered, { state: 'running' }), 'session_name')
    await ingest(service, { session_id: told.id, event: 'exit' })
    // Its agent lives where we never looked, so that the state alone moves.
    assert.equal((await patch(told, { state: 'running' })).status, 200)
    for (const { id } of [told, registered]) {
      assert.equal((await removeAndKill({ id })).status, 200)
    }
  }
  await until('no terminal is left', async () => (await place.terminals()).every((name) => before.includes(name)))
})

test('the trap itself works: a name that is given to tmux as it stands does run', async () => {
  await place.tmux('new-session', '-d', '-s', 'foreign #(trip)', '--', 'sleep', '1000')
  await until('the canary is there', () => existsSync(canary))
  await rm(canary)
})

/** tmux expands `#` and eats a trailing `;`. */
function tmuxLiteral(name: string): string {
  return name.replaceAll('#', '##').replace(/;$/, '\\;')
}

async function stop({ id }: Pick<Session, 'id'>): Promise<Session> {
  const json = { session_id: id }
  return sessionOf(await service.call('POST /api/agents/stop', { json, token: service.token }))
}

function patch({ id }: Pick<Session, 'id'>, json: object): Promise<Answer> {
  return service.call(`PATCH /api/hooks/sessions/${id}`, { json, token: service.token })
}

function removeAndKill({ id }: Pick<Session, 'id'>): Promise<Answer> {
  return service.call(`DELETE /api/hooks/sessions/${id}?kill=true`, { token: service.token })
}

function assertRefused({ status, json, text }: Answer, field: string): void {
  assert.deepEqual([status, json.error], [400, 'invalid_request'], text)
  const details = json.details as { field: string }[]
  assert.ok(
    details.some((detail) => detail.field === field),
    `${field}: ${text}`,
  )
}
