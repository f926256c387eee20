// What a session wrote is told with its times, from any record and as it comes, also by a service that was killed meanwhile.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { derivedAnswerSchema, streamRecordSchema, type StreamRecord } from '#rooms/streams/contract.ts'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { playCast } from '../../support/cast-player.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, sessionOf } from '../../support/http.ts'
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

async function read(id: string, query = ''): Promise<StreamRecord[]> {
  const { status, text } = await service.call(`GET /api/sessions/${id}/stream${query}`, { token: service.token })
  assert.equal(status, 200, text)
  return text.split('\n').flatMap((line) => (line === '' ? [] : [streamRecordSchema.parse(JSON.parse(line))]))
}

const textOf = (records: readonly StreamRecord[]): string =>
  records.map((record) => ('data' in record ? record.data : '')).join('')

/** A viewer of a terminal, as a page is one. */
class DisposableSocket extends WebSocket implements Disposable {
  constructor(address: string, token: string) {
    super(address, ['orrery', `orrery.token.${token}`])
  }

  [Symbol.dispose](): void {
    this.terminate()
  }
}

/** A session that goes on when the file is there. */
async function launchInSteps(
  name: string,
  steps: readonly string[],
): Promise<{ id: string; go: (step: number) => void }> {
  const gate = (step: number) => join(place.root, `${name}-${step}`)
  const waits = steps.map((step, index) => `until [ -e "${gate(index)}" ]; do sleep 0.05; done; ${step}`)
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt: waits.join('; ') }))
  return { id, go: (step) => writeFileSync(gate(step), '') }
}

/** Lines of a stream that is followed, as they come. */
async function follow(id: string, token: string): Promise<{ lines: string[]; isOver: () => boolean }> {
  const lines: string[] = []
  let isOver = false
  const headers = { authorization: `Bearer ${token}` }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  get(`${service.url}/api/sessions/${id}/stream?follow=true`, { headers }, (answer) => {
    assert.equal(answer.headers['x-accel-buffering'], 'no')
    answer.setEncoding('utf8').on('data', (text: string) => lines.push(text))
    answer.on('close', () => (isOver = true))
    resolve()
  }).on('error', reject)
  await promise
  return { lines, isOver: () => isOver }
}

test('a stream has output, events and the exit in their order, follows live, and goes on from any record', async () => {
  const { id, go } = await launchInSteps('plain', ['printf "one\\033]52;c;c2VjcmV0\\007\\n"', 'echo two', 'exit 3'])
  const live = await follow(id, service.token)
  go(0)
  await until('the first line is told', () => live.lines.join('').includes('one'))
  go(1)
  await until('the second line is told', () => live.lines.join('').includes('two'))
  go(2)
  await until('it is over', async () => (await read(id)).some(({ kind }) => kind === 'exit'))
  const all = await read(id)
  assert.equal(textOf(all), 'one\r\ntwo\r\n', 'what writes to a clipboard is dropped')
  const exit = all.find((record) => record.kind === 'exit')
  assert.equal(exit?.kind === 'exit' && exit.exit_code, 3)
  assert.deepEqual(
    all.map(({ seq }) => seq),
    all.map(({ seq }) => seq).toSorted((one, other) => one - other),
  )
  const second = all.findIndex((record) => 'data' in record && record.data.includes('two'))
  const rest = await read(id, `?from=${all[second]?.seq}`)
  // More may have happened meanwhile.
  assert.deepEqual(rest.slice(0, all.length - second), all.slice(second))
})

test('an asciicast begins with its header, and each line has the seconds since the one before', async () => {
  const { id } = sessionOf(
    await launch(service, { agent_type: 'shell', prompt: 'echo recorded', label: 'A recording' }),
  )
  await until('it is over', async () => (await read(id)).some(({ kind }) => kind === 'exit'))
  const { text, headers } = await service.call(`GET /api/sessions/${id}/stream?format=asciicast`, {
    token: service.token,
  })
  const [header, ...events] = text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  assert.match(JSON.stringify(header), /^\{"version":3,"term":\{"cols":160,"rows":48/)
  assert.ok(events.every((event) => Array.isArray(event) && event.length === 3 && Number(event[0]) >= 0))
  assert.ok(events.some((event) => Array.isArray(event) && event[1] === 'o' && event[2] === 'recorded\r\n'))
  const played = await playCast(text)
  assert.equal(played.output, 'recorded\r\n', 'in the player that the format comes from')
  assert.deepEqual(played.size, { cols: 160, rows: 48 })
  assert.ok(
    played.markers.some(([, label]) => label === 'completed, exit 0'),
    JSON.stringify(played.markers),
  )
  assert.match(headers['content-disposition'] ?? '', /^attachment; filename="A-recording-[\w-]+\.cast"$/)
})

test('sizes that a viewer gave the terminal are in the stream and in the recording, and the player takes them', async () => {
  const { id, go } = await launchInSteps('sized', ['echo small; sleep 1000'])
  const address = `${service.url.replace('http', 'ws')}/ws/terminal/${id}?mode=write&columns=91&rows=23`
  using viewer = new DisposableSocket(address, service.token)
  await until('its size is told', async () => (await read(id)).some(({ kind }) => kind === 'resize'))
  go(0)
  await until('it wrote', async () => textOf(await read(id)).includes('small'))
  viewer.close()
  const { text } = await service.call(`GET /api/sessions/${id}/stream?format=asciicast`, { token: service.token })
  const codes = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line): unknown => JSON.parse(line))
    .flatMap((event) => (Array.isArray(event) && event[1] !== 'm' ? [event.slice(1)] : []))
  assert.deepEqual(codes.slice(0, 2), [
    ['r', '91x23'],
    ['o', 'small\r\n'],
  ])
  const { size, sizes } = await playCast(text)
  assert.deepEqual([size, sizes], [{ cols: 160, rows: 48 }, [{ cols: 91, rows: 23 }]])
})

test('a recording is played in a terminal by the commands of the guide, cleaned, and from a moment on', async () => {
  const prompt = String.raw`printf 'one\033]52;c;c2VjcmV0\007\n'; sleep 0.3; echo two; exit 3`
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt, label: 'Incident review' }))
  await until('it is over', async () => (await read(id)).some(({ kind }) => kind === 'exit'))
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/replay.md'), 'utf8')
  const lines = guide.split('\n').filter((line) => line.startsWith("orrery replay 'Incident review'"))
  assert.equal(lines.length, 3)
  for (const line of lines) {
    const args = ['replay', 'Incident review', ...line.split("' ").slice(1).join('').split(' ')]
    const { code, out, err } = await orrery(place, args)
    assert.equal(code, 0, err)
    if (args.includes('--json')) {
      const { marks } = z
        .object({ marks: z.array(z.object({ kind: z.string(), result: z.string().nullable() })) })
        .parse(JSON.parse(out))
      assert.ok(
        marks.some(({ kind, result }) => kind === 'failed' && result === 'exit 3'),
        out,
      )
    } else assert.match(out, /one\r\ntwo\r\n/, 'what writes to a clipboard is dropped')
  }
  for (const [option, value] of [
    ['--speed', '0'],
    ['--from', 'noon'],
  ] as const) {
    const { code, err } = await orrery(place, ['replay', id, option, value])
    assert.equal(code, 2)
    assert.match(err, new RegExp(`${option} is [^]*For example: [^]*orrery replay`))
  }
})

test('killed while it records, the service knows after its start every byte and event, and says what has no times', async () => {
  const { id, go } = await launchInSteps('killed', ['echo before', 'echo during', 'echo after; sleep 1000'])
  go(0)
  await until('the first line is told', async () => textOf(await read(id)).includes('before'))
  await service.kill()
  go(1)
  await until('the log has it', () => readFileSync(join(place.home, 'logs', `${id}.log`), 'utf8').includes('during'))
  service = await startService(place)
  await until('what came meanwhile is told', async () => textOf(await read(id)).includes('during'))
  go(2)
  await until('it goes on', async () => textOf(await read(id)).includes('after'))
  const all = await read(id)
  assert.equal(textOf(all), 'before\r\nduring\r\nafter\r\n')
  const during = all.find((record) => 'data' in record && record.data.includes('during'))
  assert.equal(during?.kind === 'stdout' && during.untimed, true)
  const after = all.find((record) => 'data' in record && record.data.includes('after'))
  assert.equal(after?.kind === 'stdout' && after.untimed, undefined)
  assert.deepEqual(
    all.map(({ seq }) => seq),
    all.map((_record, index) => index + 1),
  )
})

test('a stream takes a login, ends with it, and nobody is told of a session that is not there', async () => {
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'echo hi; sleep 1000' }))
  assert.equal((await service.call(`GET /api/sessions/${id}/stream`)).status, 401)
  assert.equal((await service.call('GET /api/sessions/nobody/stream', { token: service.token })).status, 404)
  const link = await service.call('POST /api/system/login-links', { token: service.token })
  const code = String(link.json.code)
  const { json } = await service.call('POST /api/auth/login', { json: { code } })
  const token = String(json.token)
  const live = await follow(id, token)
  await until('it is told', () => live.lines.join('').includes('"hi'))
  assert.equal(live.isOver(), false)
  assert.equal((await service.call('POST /api/auth/logout', { token })).status, 200)
  await until('the stream ended with the login', live.isOver)
})

test('what a tool did is committed with its event, stands in the stream, and is told as it is summed up', async () => {
  const { id, tmux_session: name } = sessionOf(
    await launch(service, { agent_type: 'shell', prompt: 'sleep 1000', label: 'Tools' }),
  )
  const tools = [
    { name: 'Bash', ok: false, command: 'npm test', directory: '/p' },
    { name: 'Edit', ok: true, file: 'src/a.ts', directory: '/p' },
  ]
  for (const tool of tools) {
    const answer = await ingest(service, { tmux_session: name, event: 'tool_use', tool })
    assert.equal(answer.status, 200, answer.text)
  }
  const { json } = await service.call(`GET /api/sessions/${id}/derived`, { token: service.token })
  const { derived } = derivedAnswerSchema.parse(json)
  assert.equal(derived.summary, '2 commands, 1 failed, 1 file')
  assert.deepEqual([derived.cwd, derived.files.map(({ path }) => path)], ['/p', ['/p/src/a.ts']])
  const told = (await read(id)).filter((record) => record.kind === 'derived')
  assert.deepEqual(
    told.map(
      (record) => record.kind === 'derived' && record.source === 'hook' && [record.tool, record.command, record.file],
    ),
    [
      ['Bash', 'npm test', null],
      ['Edit', null, 'src/a.ts'],
    ],
  )
  await service.kill()
  service = await startService(place)
  const again = await service.call(`GET /api/sessions/${id}/derived`, { token: service.token })
  assert.deepEqual(again.json, json)
  const shown = await orrery(place, ['derived', 'Tools'])
  assert.match(
    shown.out,
    /^2 commands, 1 failed, 1 file\nin \/p\n[^]*failed {4}npm test\n[^]*changed {2}\/p\/src\/a\.ts\n/,
  )
  const asJson = await orrery(place, ['derived', id, '--json'])
  assert.deepEqual(JSON.parse(asJson.out), json)
  const purged = await service.call(`DELETE /api/hooks/sessions/${id}?purge=true&kill=true`, { token: service.token })
  assert.equal(purged.status, 200, purged.text)
  assert.equal((await service.call(`GET /api/sessions/${id}/derived`, { token: service.token })).status, 404)
})
