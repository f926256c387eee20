// Transcripts over the service: what stands in a client's file is told as it is written, whatever becomes of that file, and
// nothing of any other file.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { appendFile, link, mkdir, open, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { transcriptAnswerSchema, type TranscriptAnswer } from '#rooms/transcripts/contract.ts'
import { root } from '../../support/entry.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let place: TestHome
let service: Service
before(async () => {
  place = await makeHome()
  service = await startService(place)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

const line = (value: object): string => `${JSON.stringify({ timestamp: '2026-11-23T09:02:00.000Z', ...value })}\n`
const asked = (content: string): string => line({ type: 'user', message: { content } })
const said = (text: string): string =>
  line({ type: 'assistant', message: { id: `m-${text}`, content: [{ type: 'text', text }] } })

type Talk = { readonly id: string; readonly conversation: string; readonly file: string }

/** A session whose client told of its conversation, as hooks do. */
async function talk(name: string, conversation: string = randomUUID()): Promise<Talk> {
  const folder = join(place.userHome, '.claude/projects/-p')
  await mkdir(folder, { recursive: true })
  const event = { tmux_session: name, event: 'start', agent_type: 'code-agent', client_session: conversation }
  const answer = await ingest(service, { ...event, client_pid: process.pid })
  assert.equal(answer.status, 200, answer.text)
  const { id } = answer.json.session as { id: string }
  return { id, conversation, file: join(folder, `${conversation}.jsonl`) }
}

async function read({ id }: Pick<Talk, 'id'>, cursor?: string): Promise<TranscriptAnswer> {
  const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
  const { status, text, json } = await service.call(`GET /api/agents/${id}/transcript${query}`, {
    token: service.token,
  })
  assert.equal(status, 200, text)
  return transcriptAnswerSchema.parse(json)
}

/** To the end of what is there. */
async function readOn(of: Pick<Talk, 'id'>, from?: string): Promise<TranscriptAnswer> {
  let answer = await read(of, from)
  const items = [...answer.items]
  for (let parts = 0; !answer.is_end; parts++) {
    assert.ok(parts < 100, 'in few parts')
    answer = await read(of, answer.cursor)
    items.push(...answer.items)
  }
  return { ...answer, items }
}

const textsOf = ({ items }: TranscriptAnswer): string[] =>
  items.flatMap((item) => ('text' in item ? [item.text] : item.kind === 'tool' ? [item.name] : []))

test('a transcript is read on while it is written, and takes a login', async () => {
  const one = await talk('agent-talk-grows')
  assert.match((await read(one)).why_none ?? '', /has written nothing down yet/)
  await writeFile(one.file, asked('Mend it') + said('I look.').slice(0, 20))
  const first = await readOn(one)
  assert.deepEqual([first.agent, first.why_none, textsOf(first)], ['Claude Code', null, ['Mend it']])
  await writeFile(one.file, asked('Mend it') + said('I look.') + said('Done.'))
  const second = await readOn(one, first.cursor)
  assert.deepEqual([textsOf(second), second.is_anew], [['I look.', 'Done.'], false])
  assert.equal((await service.call(`GET /api/agents/${one.id}/transcript`)).status, 401)
  const nobody = await service.call('GET /api/agents/nobody/transcript', { token: service.token })
  assert.equal(nobody.status, 404)
})

test('a hook that reports a path or an odd id has no file read by it', async () => {
  const secret = join(place.userHome, 'secret.jsonl')
  await writeFile(secret, asked('a secret'))
  for (const odd of [
    '../../../../secret',
    '/etc/passwd',
    secret,
    '..',
    '*',
    'a/b',
    '%2e%2e%2fsecret',
    'x'.repeat(200),
  ]) {
    const event = { tmux_session: 'agent-talk-odd', event: 'start', agent_type: 'code-agent', client_pid: process.pid }
    const answer = await ingest(service, { ...event, client_session: odd, transcript_path: secret })
    assert.equal(answer.status, 200, answer.text)
    const { id } = answer.json.session as { id: string }
    const told = await read({ id })
    assert.deepEqual([told.items, typeof told.why_none], [[], 'string'], odd)
  }
})

test('what stands in the place of a file is not read: a link, a pipe, a folder; nor is one beyond a folder that is a link', async () => {
  const secret = join(place.userHome, 'secret.jsonl')
  await writeFile(secret, asked('a secret'))
  const one = await talk('agent-talk-places')
  await writeFile(one.file, asked('Mend it'))
  const { cursor } = await readOn(one)
  const puts = [
    () => symlink(secret, one.file),
    () => execFileSync('mkfifo', [one.file]),
    () => mkdir(one.file),
    () => symlink('/dev/zero', one.file),
  ]
  for (const put of puts) {
    await rm(one.file, { recursive: true, force: true })
    await put()
    for (const from of [undefined, cursor]) assert.deepEqual((await read(one, from)).items, [])
  }
  await rm(one.file)
  await mkdir(join(place.userHome, 'outside'))
  await link(secret, join(place.userHome, 'outside', `${one.conversation}.jsonl`))
  await symlink(join(place.userHome, 'outside'), join(place.userHome, '.claude/projects/linked'))
  assert.deepEqual((await read(one)).items, [])
})

test('a file that is cut, rewound or replaced begins anew, and says so', async () => {
  const one = await talk('agent-talk-anew')
  await writeFile(one.file, asked('one') + said('two') + said('three'))
  const { cursor } = await readOn(one)
  await truncate(one.file, asked('one').length)
  const cut = await readOn(one, cursor)
  assert.deepEqual([cut.is_anew, textsOf(cut)], [true, ['one']])
  await writeFile(`${one.file}.new`, asked('another'))
  await rename(`${one.file}.new`, one.file)
  const replaced = await read(one, cut.cursor)
  assert.deepEqual([replaced.is_anew, textsOf(replaced)], [true, ['another']])
  for (const nonsense of ['x', '~', 'a~b~c', '../..', `${one.conversation}~1-1.99999999999999`])
    assert.deepEqual([(await read(one, nonsense)).is_anew, nonsense], [true, nonsense])
})

const memoryOf = (pid: number): number => {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

test('a line of 100 MB, bytes that are no text and deep JSON cost no memory, and what follows is told', async () => {
  const one = await talk('agent-talk-large')
  const file = await open(one.file, 'w')
  await file.write(asked('before'))
  const block = Buffer.alloc(1024 * 1024, 'x')
  for (let count = 0; count < 100; count++) await file.write(block)
  await file.write('\n')
  await file.write(Buffer.from([0xff, 0xfe, 0x00, 0x0a]))
  await file.write(`{"type":"user","message":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`)
  await file.write(asked('\u001B]0;owned\u0007<script>alert(1)</script>'))
  await file.close()
  const beforeMb = memoryOf(service.pid)
  for (let round = 0; round < 3; round++)
    assert.deepEqual(textsOf(await readOn(one)), [
      'before',
      'A line of 100 MB is left out.',
      'A line is no JSON and left out.',
      '<script>alert(1)</script>',
    ])
  // A busy machine gives back late what reads left behind.
  await until(`no more than 80 MB stay beyond ${beforeMb} MB`, () => memoryOf(service.pid) - beforeMb < 80)
})

test('conversations of a session follow each other, also over a start, and go with its purge', async () => {
  const one = await talk('agent-talk-several')
  const two = await talk('agent-talk-several')
  assert.equal(one.id, two.id)
  await writeFile(one.file, asked('first'))
  await writeFile(two.file, asked('second'))
  const all = ['first', 'Another conversation began.', 'second']
  const { cursor, ...answer } = await readOn(one)
  assert.deepEqual(textsOf(answer as TranscriptAnswer), all)
  await service.kill()
  service = await startService(place)
  assert.deepEqual(textsOf(await readOn(one)), all)
  await appendFile(two.file, said('third'))
  assert.deepEqual(textsOf(await readOn(one, cursor)), ['third'])
  await rm(one.file)
  assert.deepEqual(textsOf(await readOn(one)), [
    'The file of an earlier conversation is not there any more.',
    ...all.slice(1),
    'third',
  ])
  const dismissed = await service.call(`DELETE /api/hooks/sessions/${one.id}`, { token: service.token })
  assert.equal(dismissed.status, 200, dismissed.text)
  assert.equal(textsOf(await readOn(one)).at(-1), 'third', 'in history as before')
  const purged = await service.call(`DELETE /api/hooks/sessions/${one.id}?purge=true`, { token: service.token })
  assert.equal(purged.status, 200, purged.text)
  const gone = await service.call(`GET /api/agents/${one.id}/transcript`, { token: service.token })
  assert.equal(gone.status, 404)
})

test('what was said is found by search, from where its transcript has grown, and gone with the purge', async () => {
  const one = await talk('agent-talk-found')
  await writeFile(one.file, asked('The quagga is striped'))
  const move = async (event: string) => ingest(service, { session_id: one.id, event, agent_type: 'code-agent' })
  const found = async (q: string): Promise<{ id: string; href: string }[]> => {
    const { json } = await service.call(`GET /api/search?kind=transcript&q=${q}`, { token: service.token })
    return json.results as { id: string; href: string }[]
  }
  await move('to_review')
  await until('the first words are found', async () => (await found('quagga')).length === 1)
  await appendFile(one.file, said('An okapi is no zebra'))
  await move('running')
  await until('the later ones are found', async () => (await found('okapi')).length === 1)
  const [hit] = await found('okapi')
  assert.match(hit?.href ?? '', new RegExp(`^/sessions/${one.id}/transcript\\?from=.*&words=okapi$`))
  const purged = await service.call(`DELETE /api/hooks/sessions/${one.id}?purge=true`, { token: service.token })
  assert.equal(purged.status, 200, purged.text)
  assert.deepEqual([await found('quagga'), await found('okapi')], [[], []])
})

test('the commands of docs/guide/transcripts.md do what it says, in the words of the route', async () => {
  const one = await talk('agent-talk-guide')
  const use = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } }
  const result = { type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'Exit code 1\nexpected 1, got 2' }
  await writeFile(
    one.file,
    asked('Mend it') +
      line({
        type: 'assistant',
        message: { id: 'm1', usage: { input_tokens: 1200, output_tokens: 7 }, content: [use] },
      }) +
      line({ type: 'user', message: { content: [result] } }) +
      said('It fails for the right reason.'),
  )
  const page = readFileSync(join(root, 'docs/guide/transcripts.md'), 'utf8')
  const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => (block ?? '').trim().split('\n'))
  assert.equal(commands.length, 3)
  const outs: string[] = []
  for (const command of commands) {
    const args = command.replace("'Incident review'", 'agent-talk-guide').split(' ').slice(1)
    const { code, out, err } = await orrery(place, args)
    assert.equal(code, 0, `${command}: ${err}`)
    outs.push(out)
  }
  const [plain = '', json = '', markdown = ''] = outs
  assert.match(
    plain,
    /you {6}Mend it\n.*tool {5}Bash {2}npm test\n.*failed {3}exit 1\n +Exit code 1\n +expected 1, got 2\n.*agent {4}It fails/,
  )
  assert.deepEqual(JSON.parse(json), await readOn(one))
  const exported = await service.call(`GET /api/agents/${one.id}/transcript?format=markdown`, { token: service.token })
  assert.match(exported.headers['content-disposition'] ?? '', /^attachment; filename="agent-talk-guide-\w+\.md"$/)
  assert.equal(exported.text, markdown)
  assert.match(markdown, /^# agent-talk-guide\n\nClaude Code, 1 turn, 1 tool, 1\.2 k tokens\n/)
  const none = await orrery(place, ['transcript', 'agent-talk-odd'])
  assert.deepEqual([none.code, none.out], [1, ''])
  assert.match(none.err, /told of its conversation yet|of no conversation/)
})
