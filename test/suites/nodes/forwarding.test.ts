// What is done on the page of one node to a session of another is done there: once, as who asked, or refused in words.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { orrery, type Service } from '../../support/service.ts'
import type { TestHome } from '../../support/home.ts'
import { launch, sessionOf } from '../../support/http.ts'
import { until } from '../../support/until.ts'
import { openNodes, type NodePlace } from './two-services.ts'

const options = { skip: withoutPostgres }

let shared: Awaited<ReturnType<typeof openNodes>>
let attic: NodePlace
let cellar: NodePlace
/** Whose sessions they are. */
let owner: Service
/** Where they are asked about. */
let asker: Service

before(async () => {
  if (withoutPostgres !== false) return
  shared = await openNodes()
  ;[attic, cellar] = await Promise.all([shared.node('attic'), shared.node('cellar')])
  ;[owner, asker] = await Promise.all([attic.begin(), cellar.begin()])
})
after(async () => shared?.[Symbol.asyncDispose]())

const ask = (route: string, json?: unknown, token: string | undefined = asker.token) =>
  asker.call(route, { token, ...(json === undefined ? {} : { json }) })

const heardIn = (place: TestHome, name: string): readonly string[] => {
  const path = join(place.root, `heard-${name}`)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
}

/** A session of the owner that writes down each line that it hears, once the asker shows it. */
async function listener(name: string): Promise<string> {
  const { root } = attic.place
  const prompt = `touch begun-${name}; while IFS= read -r line; do echo "$line" >> heard-${name}; done`
  const body = { agent_type: 'shell', session_name: `agent-${name}`, prompt, working_dir: root }
  const { id } = sessionOf(await launch(owner, body))
  await until('it listens', () => existsSync(join(root, `begun-${name}`)))
  await until('the other one shows it', async () => (await ask(`GET /api/hooks/sessions/${id}`)).status === 200)
  return id
}

test(
  'a message and a stop reach a session of another node, and its history says who and through which',
  options,
  async () => {
    const id = await listener('hears')
    const ready = await ask(`GET /api/agents/${id}/input`)
    assert.deepEqual([ready.status, ready.json.obstacle], [200, null], ready.text)
    const began = performance.now()
    const sent = await ask(`POST /api/agents/${id}/input`, { text: 'the second plan 😀' })
    const tookMs = performance.now() - began
    assert.equal(sent.status, 200, sent.text)
    assert.ok(tookMs < 10_000, `${tookMs} ms`)
    await until('it is heard', () => heardIn(attic.place, 'hears').length > 0)
    assert.deepEqual(heardIn(attic.place, 'hears'), ['the second plan 😀'])
    assert.equal((await owner.call(`GET /api/agents/${id}/answers`, { token: owner.token })).status, 200)

    const log = await ask(`GET /api/agents/${id}/log?tail=4096`)
    assert.deepEqual([log.status, log.headers['content-type']], [200, 'text/plain; charset=utf-8'])
    assert.ok(typeof log.headers['x-log-next'] === 'string')
    const whole = await ask(`GET /api/agents/${id}/log?download=true`)
    assert.deepEqual([whole.status, whole.json.error], [503, 'node_offline'])
    assert.match(String(whole.json.reason), /^The whole output of a session is to be had from the node attic alone/)

    const stopped = await ask('POST /api/agents/stop', { session_id: id })
    assert.equal(stopped.status, 200, stopped.text)
    await until('its history tells', async () => {
      const { text } = await owner.call('GET /api/activity', { token: owner.token })
      return text.includes('(through cellar)')
    })
    assert.equal((await ask(`DELETE /api/hooks/sessions/${id}?purge=true`)).status, 200)
    assert.equal((await owner.call(`GET /api/hooks/sessions/${id}`, { token: owner.token })).status, 404)
  },
)

test(
  'what its screen shows, what it uses and what it said is read from the page of another node',
  options,
  async () => {
    const id = await listener('shown')
    await ask(`POST /api/agents/${id}/input`, { text: 'what stands on its screen' })
    await until('its screen is told', async () => {
      const { status, text } = await ask(`GET /api/agents/${id}/screen`)
      return status === 200 && text.includes('what stands on its screen')
    })
    const own = (route: string) => owner.call(route, { token: owner.token })
    for (const path of ['resources', 'transfer', 'transcript?format=json']) {
      const [told, there] = [await ask(`GET /api/agents/${id}/${path}`), await own(`GET /api/agents/${id}/${path}`)]
      assert.deepEqual([told.status, Object.keys(told.json)], [200, Object.keys(there.json)], told.text)
      if (path !== 'resources') assert.deepEqual(told.json, there.json)
    }
    const derived = `GET /api/sessions/${id}/derived`
    assert.deepEqual((await ask(derived)).json, (await own(derived)).json)
    for (const [path, what] of [
      [`sessions/${id}/stream`, 'The stream of a session'],
      [`agents/${id}/transcript`, 'The file of a transcript'],
    ] as const) {
      const refused = await ask(`GET /api/${path}`)
      assert.deepEqual([refused.status, refused.json.error], [503, 'node_offline'], refused.text)
      assert.ok(String(refused.json.reason).startsWith(`${what} is to be had from the node attic alone`), refused.text)
    }
  },
)

test('orrery send and orrery stop do it on a hub that does not own the session', options, async () => {
  const id = await listener('told')
  const sent = await orrery(cellar.place, ['send', 'agent-told', 'from the cellar'])
  assert.equal(sent.code, 0, sent.err)
  await until('it is heard', () => heardIn(attic.place, 'told').includes('from the cellar'))
  const stopped = await orrery(cellar.place, ['stop', 'agent-told'])
  assert.equal(stopped.code, 0, stopped.err)
  await until('it has ended', async () => {
    const { json } = await owner.call(`GET /api/hooks/sessions/${id}`, { token: owner.token })
    return (json.session as { state: string }).state === 'failed'
  })
})

test('what is refused here is not asked there, and what is refused there is told as there', options, async () => {
  const id = await listener('guarded')
  const input = `POST /api/agents/${id}/input`
  assert.equal((await ask(input, { text: 'x' }, 'wrong')).status, 401)
  assert.equal((await asker.call(input, { json: { text: 'x' } })).status, 401)
  assert.equal((await ask(input, { text: 'x'.repeat(1_100_000) })).status, 413)
  const foreign = await asker.call(input, {
    token: asker.token,
    json: { text: 'x' },
    headers: { origin: 'http://evil' },
  })
  assert.equal(foreign.status, 403)
  const empty = await ask(input, { text: '' })
  assert.deepEqual([empty.status, empty.json.error], [400, 'invalid_request'])
  const unfit = await ask(input, { text: 'x', more: 1 })
  assert.deepEqual([unfit.status, unfit.json.error], [400, 'invalid_request'])
  await wait(500)
  assert.deepEqual(heardIn(attic.place, 'guarded'), [])
})

test('connections to PostgreSQL that are cut under way double nothing', options, async () => {
  const id = await listener('cut')
  const cut = () =>
    shared.change("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'orrery % asks'")
  const typed: string[] = []
  for (let count = 0; count < 6; count += 1) {
    const text = `line ${count}`
    const sending = ask(`POST /api/agents/${id}/input`, { text })
    await wait(count * 3)
    await cut()
    const { status } = await sending
    if (status === 200) typed.push(text)
  }
  const heard = heardIn(attic.place, 'cut')
  assert.equal(new Set(heard).size, heard.length, heard.join())
  await until('what was said to be typed is heard', () =>
    typed.every((text) => heardIn(attic.place, 'cut').includes(text)),
  )
  assert.ok(typed.length > 0)
})

test('an owner that stands still is waited for so long, and begins nothing of it later', options, async () => {
  const id = await listener('still')
  process.kill(owner.pid, 'SIGSTOP')
  try {
    const { status, json } = await ask(`POST /api/agents/${id}/input`, { text: 'too late' })
    assert.deepEqual([status, json.error], [503, 'node_offline'])
    assert.match(String(json.reason), /^The node attic, where this belongs, did not answer within 20 s\.$/)
    assert.match(String(json.hint), /^Nothing was changed\..*: orrery system$/)
  } finally {
    process.kill(owner.pid, 'SIGCONT')
  }
  await until('it answers again', async () => (await ask(`GET /api/agents/${id}/input`)).status === 200)
  await wait(1000)
  assert.deepEqual(heardIn(attic.place, 'still'), [])
})

test(
  'an owner that is killed is refused with since when, at once, and asked again when it is back',
  options,
  async () => {
    const id = await listener('killed')
    await owner.kill()
    await shared.change(`UPDATE orrery.nodes SET last_heartbeat = now() - interval '45 seconds' WHERE name = 'attic'`)
    const began = performance.now()
    const { status, json } = await ask('POST /api/agents/stop', { session_id: id })
    assert.deepEqual([status, json.error], [503, 'node_offline'])
    assert.match(String(json.reason), /^The node attic, where this belongs, is unreachable since 20.*Z\.$/)
    assert.ok(performance.now() - began < 5000)
    owner = await attic.begin()
    await until('it is stopped', async () => (await ask('POST /api/agents/stop', { session_id: id })).status === 200)
  },
)
