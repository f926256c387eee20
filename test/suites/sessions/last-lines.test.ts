// What agents printed last, of the real service with real terminals: on the socket, in the API and on the command line.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LastLine, SessionView } from '#rooms/sessions/contract.ts'
import { makeHome } from '../../support/home.ts'
import { launch, sessionOf } from '../../support/http.ts'
import { residentMiB } from '../../support/memory.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer, type Viewer } from '../../support/viewer.ts'

/** Every line that a viewer was told of, by session, the first one first. */
function linesTold({ frames }: Viewer): Map<string, LastLine[]> {
  const told = new Map<string, LastLine[]>()
  for (const { changes = [], last_lines: all = [] } of frames) {
    const values = changes.filter(({ kind, op }) => kind === 'last_line' && op === 'upsert').map(({ value }) => value)
    for (const line of [...all, ...(values as LastLine[])]) told.set(line.id, [...(told.get(line.id) ?? []), line])
  }
  return told
}

async function views({ call }: Service): Promise<SessionView[]> {
  const { json } = await call('GET /api/hooks/sessions')
  return json.sessions as SessionView[]
}

test('fifty chatty agents are told once a second each, with what they wrote last, and the service stays small', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const prompt = 'n=0; while :; do n=$((n+1)); echo "step $n of many"; sleep 0.3; done'
  const ids: string[] = []
  for (let index = 0; index < 50; index++) {
    const name = `agent-chatty-${index}`
    ids.push(sessionOf(await launch(service, { agent_type: 'shell', prompt, session_name: name })).id)
  }
  const before = residentMiB(service.pid)
  const since = performance.now()
  using viewer = await openViewer(service.port, { token: service.token })
  await until(
    'each was told three times',
    () => {
      const told = linesTold(viewer)
      return ids.every((id) => (told.get(id)?.length ?? 0) >= 3)
    },
    60_000,
  )
  const seconds = (performance.now() - since) / 1000
  for (const [id, lines] of linesTold(viewer)) {
    assert.ok(lines.length <= seconds + 2, `${lines.length} lines of ${id} in ${seconds} s`)
    for (const { text, from } of lines) assert.match(`${from} ${text}`, /^output step \d+ of many$/)
    const steps = lines.map(({ text }) => Number(/\d+/.exec(text)?.[0]))
    assert.deepEqual(
      steps,
      steps.toSorted((a, b) => a - b),
    )
  }
  assert.ok(residentMiB(service.pid) - before < 64, 'memory does not grow with what is written')
  assert.equal(viewer.gaps(), 0)
})

test('whatever an agent prints is one harmless line, in the API and on the command line', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const run = async (name: string, prompt: string) =>
    sessionOf(await launch(service, { agent_type: 'shell', prompt, session_name: name })).id
  await run('agent-plain', 'echo "all 38 tests passed"; sleep 600')
  await run('agent-bar', String.raw`printf '\r10 %%\r50 %%\r100 %%'; sleep 600`)
  await run('agent-paints', String.raw`printf '\033[2J\033[3;5Hjobs\033[5;5H12 done'; sleep 600`)
  await run(
    'agent-hostile',
    String.raw`stty -echo; printf '\033]52;c;c2VjcmV0\007user\342\200\256txt.exe\033[6n\n'; sleep 600`,
  )
  await run('agent-ended', 'echo "the result is 42"')
  const lineOf = async (name: string) =>
    (await views(service)).find((each) => each.tmux_session === name)?.last_line ?? null
  const expected = [
    ['agent-plain', 'all 38 tests passed', 'output'],
    ['agent-bar', '100 %', 'output'],
    ['agent-paints', '12 done', 'screen'],
    ['agent-hostile', 'usertxt.exe', 'output'],
    ['agent-ended', 'the result is 42', 'output'],
  ] as const
  for (const [name, text, from] of expected) {
    const line = await until(`${name} has a line`, async () => {
      const found = await lineOf(name)
      return found?.text === text ? found : null
    })
    assert.equal(line.from, from)
  }
  await place.tmux('new-session', '-d', '-s', 'agent-adopted', 'echo from outside; sleep 600')
  await until('a terminal of a person is read from its screen', async () => {
    const line = await lineOf('agent-adopted')
    return line?.text === 'from outside' && line.from === 'screen'
  })
  const { out } = await orrery(place, ['ls'])
  assert.match(out, /LAST LINE/)
  assert.match(out, /agent-plain .* all 38 tests passed$/m)
})
