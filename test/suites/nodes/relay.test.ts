// What nodes ask each other goes by way of PostgreSQL: carried out once, within its time, over cuts, kills and restarts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres, withoutPostgres, type Postgres } from '#testing/postgres.testkit.ts'
import { openRelay as openProxy } from '../../support/relay.ts'
import { until } from '../../support/until.ts'
import { beginChild, beginNode, query } from './relay-place.ts'

const options = { skip: withoutPostgres }
let server: Promise<Postgres> | null = null
let count = 0
after(async () => await (await server)?.[Symbol.asyncDispose]())

const postgres = (): Promise<Postgres> => (server ??= startPostgres())
const database = async (): Promise<string> => (await postgres()).createDatabase(`way_${(count += 1)}`)
const rows = (url: string) =>
  query<{ id: string; taken_by: string | null }>(url, 'SELECT id, taken_by FROM orrery.asks')
const echo = async (request: string): Promise<string> => `${request}!`
const nothing = (): Promise<string> => new Promise(() => {})

test('what a node is asked is carried out once, and both ask each other at once', options, async () => {
  const url = await database()
  const done: string[] = []
  const carry = async (request: string) => {
    done.push(request)
    return await echo(request)
  }
  await using attic = await beginNode(url, 'attic', carry)
  await using cellar = await beginNode(url, 'cellar', carry)
  const asked = Array.from({ length: 100 }, (_, each) => each)
  const answers = await Promise.all(
    asked.flatMap((each) => [
      attic.ask('cellar', `to the cellar ${each}`, 30_000),
      cellar.ask('attic', `to the attic ${each}`, 30_000),
    ]),
  )
  const wanted = asked.flatMap((each) => [`to the cellar ${each}`, `to the attic ${each}`])
  assert.deepEqual(
    answers,
    wanted.map((one) => ({ ok: true, value: `${one}!` })),
  )
  assert.deepEqual(done.toSorted(), wanted.toSorted())
  assert.equal(await attic.urlOf('cellar'), 'http://cellar.example')
  await until('the rows are cleared', async () => (await rows(url)).length === 0)
})

test('texts of any kind and of a megabyte come as they went; what is too long is refused', options, async () => {
  const url = await database()
  await using attic = await beginNode(url, 'attic', echo)
  const texts = ['', 'ü\u0001\n\\"\'$1 %s 😀', 'x'.repeat(1024 * 1024)]
  for (const text of texts) assert.deepEqual(await attic.ask('attic', text, 30_000), { ok: true, value: `${text}!` })
  const long = await attic.ask('attic', 'x'.repeat(3 * 1024 * 1024), 30_000)
  assert.ok(!long.ok && long.error.error === 'too_large')
  await using gabby = await beginNode(url, 'gabby', async () => 'x'.repeat(9 * 1024 * 1024))
  const longAnswer = await gabby.ask('gabby', 'a book', 30_000)
  assert.ok(!longAnswer.ok && longAnswer.error.error === 'too_large')
})

test('a node that was stopped, is silent or was never there is not asked', options, async () => {
  const url = await database()
  await using attic = await beginNode(url, 'attic', echo)
  const cellar = await beginNode(url, 'cellar', echo)
  await cellar[Symbol.asyncDispose]()
  await using silent = await beginNode(url, 'silent', echo)
  await query(url, `UPDATE orrery.nodes SET last_heartbeat = now() - interval '31 seconds' WHERE name = 'silent'`)
  const begun = performance.now()
  const told = await Promise.all(['cellar', 'silent', 'nobody'].map((node) => attic.ask(node, 'hear me', 30_000)))
  assert.ok(performance.now() - begun < 10_000, 'at once')
  const words = told.map((one) => (one.ok ? 'answered' : `${one.error.error} ${one.error.reason}`))
  assert.match(words[0] ?? '', /^node_offline The node cellar, where this belongs, is unreachable since 20\d\d-.*Z\.$/)
  assert.match(words[1] ?? '', /^node_offline The node silent, where this belongs, is unreachable since 20\d\d-.*Z\.$/)
  assert.match(words[2] ?? '', /^node_offline The node nobody, where this belongs, is not known here\.$/)
  assert.deepEqual(await rows(url), [])
  assert.equal(silent.here, 'silent')
})

test('what is not begun in time never begins, and an answer that comes later is thrown away', options, async () => {
  const url = await database()
  await using attic = await beginNode(url, 'attic', echo)
  const gate = Promise.withResolvers<string>()
  const begun: string[] = []
  await using cellar = await beginNode(url, 'cellar', async (request) => {
    begun.push(request)
    return await gate.promise
  })
  // Sixteen hold all the room that there is.
  const held = Array.from({ length: 16 }, (_, each) => cellar.ask('cellar', `held ${each}`, 20_000))
  await until('all are begun', () => begun.length === 16)
  const late = await attic.ask('cellar', 'never', 300)
  assert.ok(!late.ok)
  assert.match(`${late.error.reason} ${late.error.hint}`, /did not answer within 0\.3 s\. Nothing was changed/)
  const cut = attic.ask('cellar', 'held by nobody', 300)
  gate.resolve('at last')
  for (const one of await Promise.all(held)) assert.deepEqual(one, { ok: true, value: 'at last' })
  await cut
  assert.ok(!begun.includes('never'))

  await using slow = await beginNode(url, 'slow', async () => {
    await wait(1500)
    return 'too late'
  })
  const unfinished = await attic.ask('slow', 'take your time', 300)
  assert.ok(!unfinished.ok)
  assert.match(
    `${unfinished.error.reason} ${unfinished.error.hint}`,
    /did not say within 0\.3 s.* May have been|may have/i,
  )
  await until('nothing is left of it', async () => (await rows(url)).length === 0)
  assert.equal(slow.here, 'slow')
})

test('a node that is killed in the middle is told as that, and its next life runs nothing again', options, async () => {
  const url = await database()
  await using attic = await beginNode(url, 'attic', echo)
  const first = await beginChild(url, 'cellar')
  const unheard = attic.ask('cellar', 'one', 1000)
  await until('it has begun', () => first.begun.includes('one'))
  const answer = await unheard
  assert.ok(!answer.ok && answer.error.error === 'node_offline')
  const amid = attic.ask('cellar', 'two', 60_000)
  await until('it has begun', () => first.begun.includes('two'))
  await first.kill()
  await using second = await beginChild(url, 'cellar')
  const told = await amid
  assert.ok(!told.ok)
  assert.match(
    `${told.error.error} ${told.error.reason} ${told.error.hint}`,
    /^node_offline .* ended before .* look at the/,
  )
  assert.deepEqual(await attic.ask('cellar', 'answer me', 30_000), { ok: true, value: 'answer me!' })
  assert.deepEqual(second.begun, ['answer me'])
})

test('what waits for a node that is dead is carried out by its next life, if that comes in time', options, async () => {
  const url = await database()
  await using attic = await beginNode(url, 'attic', echo)
  const first = await beginChild(url, 'cellar')
  await first.kill()
  const asked = attic.ask('cellar', 'answer me', 60_000)
  await using second = await beginChild(url, 'cellar')
  assert.deepEqual(await asked, { ok: true, value: 'answer me!' })
  assert.deepEqual(second.begun, ['answer me'])
})

test('connections that are cut at any moment, on either side, lose and double nothing', options, async () => {
  const url = new URL(await database())
  await using proxy = await openProxy(Number(url.port))
  url.port = String(proxy.port)
  const counts = new Map<string, number>()
  const carry = async (request: string) => {
    counts.set(request, (counts.get(request) ?? 0) + 1)
    return await echo(request)
  }
  await using attic = await beginNode(url.href, 'attic', carry)
  await using cellar = await beginNode(url.href, 'cellar', carry)
  const asks = Array.from({ length: 60 }, async (_, each) => {
    await wait(each * 25)
    return await (each % 2 === 0 ? attic : cellar).ask(each % 2 === 0 ? 'cellar' : 'attic', `ask ${each}`, 60_000)
  })
  for (let cut = 0; cut < 8; cut += 1) {
    await wait(180)
    proxy.cut()
  }
  const answers = await Promise.all(asks)
  assert.deepEqual(
    answers.map((one) => (one.ok ? one.value : one.error.reason)),
    answers.map((_, each) => `ask ${each}!`),
  )
  assert.deepEqual(
    [...counts.values()].filter((times) => times !== 1),
    [],
  )
})

test('a lost answer to each statement loses and doubles nothing', options, async () => {
  const url = new URL(await database())
  await using proxy = await openProxy(Number(url.port))
  url.port = String(proxy.port)
  const done: string[] = []
  await using attic = await beginNode(url.href, 'attic', async (request) => {
    done.push(request)
    return await echo(request)
  })
  // Its own statements are prepared with their first use.
  await attic.ask('attic', 'first', 30_000)
  const names = ['orrery_ask', 'orrery_take_asks', 'orrery_answer', 'orrery_answers']
  for (const name of names) {
    const lost = proxy.loseAnswer(`${name}\0`)
    const asked = attic.ask('attic', name, 60_000)
    await lost
    assert.deepEqual(await asked, { ok: true, value: `${name}!` })
  }
  assert.deepEqual(done, ['first', ...names])
})

test('a restart of PostgreSQL within the time is only a wait', options, async () => {
  const url = await database()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  await using attic = await beginNode(url, 'attic', echo)
  await using cellar = await beginNode(url, 'cellar', async (request) => {
    done.push(request)
    if (request === 'amid') await gate.promise
    return await echo(request)
  })
  const amid = attic.ask('cellar', 'amid', 100_000)
  await until('it has begun', () => done.includes('amid'))
  const later: ReturnType<typeof attic.ask>[] = []
  await (
    await postgres()
  ).restart(async () => {
    gate.resolve()
    later.push(attic.ask('cellar', 'meanwhile', 100_000))
    const hurried = await attic.ask('cellar', 'in a hurry', 200)
    assert.ok(!hurried.ok)
    assert.match(`${hurried.error.error} ${hurried.error.reason}`, /^(storage_unavailable|node_offline) /)
  })
  assert.deepEqual(await amid, { ok: true, value: 'amid!' })
  assert.deepEqual(await Promise.all(later), [{ ok: true, value: 'meanwhile!' }])
  assert.deepEqual(done.filter((one) => one !== 'in a hurry').toSorted(), ['amid', 'meanwhile'])
  assert.equal(cellar.here, 'cellar')
})

test('a thousand at once are bounded: some are refused, none is lost, and it goes on', options, async () => {
  const url = await database()
  let running = 0
  let most = 0
  await using attic = await beginNode(url, 'attic', echo)
  await using cellar = await beginNode(url, 'cellar', async (request) => {
    running += 1
    most = Math.max(most, running)
    await wait(5)
    running -= 1
    return await echo(request)
  })
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, each) => attic.ask('cellar', `flood ${each} ${'x'.repeat(1000)}`, 60_000)),
  )
  const refused = answers.filter((one) => !one.ok && one.error.error === 'too_many').length
  assert.equal(answers.filter((one) => one.ok).length, 256)
  assert.equal(refused, 744)
  assert.ok(most <= 16, `${most} ran at once`)
  assert.deepEqual(await attic.ask('cellar', 'calm', 30_000), { ok: true, value: 'calm!' })
  assert.equal(cellar.here, 'cellar')
})

test('a second process of a name takes nothing of it', options, async () => {
  const url = await database()
  await using attic = await beginNode(url, 'attic', echo)
  await using double = await beginNode(url, 'attic', nothing)
  for (let each = 0; each < 20; each += 1) {
    assert.deepEqual(await double.ask('attic', `ask ${each}`, 30_000), { ok: true, value: `ask ${each}!` })
  }
  assert.equal(attic.here, 'attic')
})
