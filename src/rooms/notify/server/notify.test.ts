// The room as a whole: what it hears, when it calls, what arrives at the other end, and what it does not send.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { createHmac } from 'node:crypto'
import { dayMs } from '#base/time.ts'
import { sampleApproval } from '../../../testing/sample-approval.testkit.ts'
import { itemOf, openRoom, startAt, trustedEndpoint } from './room.testkit.ts'

let endpoint: Awaited<ReturnType<typeof trustedEndpoint>>
before(async () => (endpoint = await trustedEndpoint()))
after(() => endpoint[Symbol.asyncDispose]())
beforeEach(() => {
  endpoint.pushes.length = 0
  endpoint.posts.length = 0
  endpoint.answer(() => ({ status: 201 }))
})

type Room = Awaited<ReturnType<typeof openRoom>>

async function subscribed(room: Room, name = 'phone'): Promise<string> {
  const { status, body } = await room.call('POST', '/subscriptions', { ...endpoint.subscribe(name), label: name })
  assert.equal(status, 201, JSON.stringify(body))
  return body.subscription.id
}

const approval = sampleApproval({ session_label: 'Agent s1' })

test('a push is encrypted for the browser, signed by the key of the home, and holds no text of an agent', async () => {
  const room = await openRoom()
  await subscribed(room)
  room.tell(itemOf('s1'))
  await room.time.pass(4999)
  assert.deepEqual(await room.deliveries(), [])
  await room.time.pass(1)
  const [delivery] = await room.settled(1)
  assert.deepEqual([delivery?.state, delivery?.tries, delivery?.to], ['delivered', 1, 'phone'])
  const [push] = endpoint.pushes
  assert.deepEqual(push?.payload, {
    v: 1,
    event: 'told',
    is_silent: false,
    tag: 'session:s1',
    kind: 'needs_you',
    title: 'Agent s1 waits for you',
    text: '',
    link: '/board?session=s1',
    ask: null,
  })
  const { body } = await room.call('GET', '')
  assert.equal(push?.key, body.push_key)
  assert.equal(push?.claims?.aud, endpoint.url)
  assert.match(push?.claims?.sub ?? '', /^mailto:/)
  assert.ok((push?.claims?.exp ?? 0) * 1000 <= room.time.now() + 24 * 3_600_000)
  assert.equal(push?.headers.urgency, 'high')
  assert.equal(statSync(join(room.home, 'push-key.json')).mode & 0o777, 0o600)
  await room.remove()
})

test('what ends is replaced silently, with how it ended; a state that was short is never told', async () => {
  const room = await openRoom()
  await subscribed(room)
  room.tell(itemOf('s1'), itemOf('s2'))
  await room.time.pass(1000)
  room.end('s2')
  await room.time.pass(4000)
  await room.settled(1)
  room.running.add('s1')
  room.end('s1')
  await room.settled(2)
  const said = endpoint.pushes.map(({ payload }) => [payload.event, payload.tag, payload.text, payload.is_silent])
  assert.deepEqual(said, [
    ['told', 'session:s1', '', false],
    ['over', 'session:s1', 'Answered.', true],
  ])
  assert.equal(room.time.pending(), 0, 'no timer while nothing waits')
  await room.remove()
})

test('an approval calls at once and leads to its page, and its text is in it where the rule says so', async () => {
  const room = await openRoom({ notify: { needs_you: { showText: true } } })
  await subscribed(room)
  room.approve(approval, 'a1')
  await room.settled(1)
  const { title, text, link } = endpoint.pushes[0]?.payload ?? {}
  assert.deepEqual([title, text, link], ['Agent s1 asks for permission', 'Bash: git push', '/approvals/a1'])
  await room.remove()
})

test('ten that fail together are one push; what one looks at is none', async () => {
  const room = await openRoom()
  await subscribed(room)
  room.pages.push('/board?session=s3')
  room.tell(itemOf('s3'))
  const failed = Array.from({ length: 10 }, (_, nth) => itemOf(`f${nth}`, { kind: 'failed', cause: 'exit 1' }))
  room.tell(...failed)
  await room.time.pass(5000)
  await room.settled(1)
  await room.time.pass(60_000)
  assert.deepEqual(
    endpoint.pushes.map(({ payload }) => payload.title),
    ['10 sessions failed'],
  )
  await room.remove()
})

test('410 takes a subscription off the list, 404 does so as well', async () => {
  const room = await openRoom()
  await subscribed(room, 'gone')
  await subscribed(room, 'unknown')
  await subscribed(room, 'phone')
  endpoint.answer((path) => ({ status: path.endsWith('gone') ? 410 : path.endsWith('unknown') ? 404 : 201 }))
  room.tell(itemOf('s1'))
  await room.time.pass(5000)
  const all = await room.settled(3)
  assert.deepEqual(all.map(({ to, state }) => `${to} ${state}`).toSorted(), [
    'gone failed',
    'phone delivered',
    'unknown failed',
  ])
  const { body } = await room.call('GET', '/subscriptions')
  assert.deepEqual(
    body.subscriptions.map(({ label }) => label),
    ['phone'],
  )
  await room.remove()
})

test('what fails is tried again after 5 s, 30 s, 2 min and 10 min, then it is given up and can be sent by hand', async () => {
  const room = await openRoom()
  await subscribed(room)
  endpoint.answer(() => ({ status: 500 }))
  room.tell(itemOf('s1'))
  await room.time.pass(5000)
  for (const [tries, waitMs] of [
    [1, 5000],
    [2, 30_000],
    [3, 120_000],
    [4, 600_000],
  ] as const) {
    await room.until(([row]) => row?.tries === tries && row.state === 'queued')
    await room.time.pass(waitMs - 1)
    assert.equal((await room.deliveries())[0]?.tries, tries, 'not before its time')
    await room.time.pass(1)
  }
  const [given] = await room.settled(1)
  assert.deepEqual([given?.state, given?.tries, given?.says], ['failed', 5, 'The push service of phone answers 500.'])
  endpoint.answer(() => ({ status: 201 }))
  const retried = await room.call('POST', `/deliveries/${given?.id}/retry`)
  assert.deepEqual([retried.status, retried.body.delivery.state], [200, 'delivered'])
  assert.equal((await room.call('POST', `/deliveries/${given?.id}/retry`)).status, 409)
  assert.equal(endpoint.pushes.length, 6)
  await room.remove()
})

test('what is over before it was sent is taken back, and nobody hears of its end', async () => {
  const room = await openRoom()
  await subscribed(room)
  endpoint.answer(() => ({ status: 500 }))
  room.tell(itemOf('s1'))
  await room.time.pass(5000)
  await room.until(([row]) => row?.tries === 1 && row.state === 'queued')
  room.end('s1')
  const [row] = await room.settled(1)
  assert.deepEqual([row?.state, row?.tries], ['taken_back', 1])
  await room.time.pass(3_600_000)
  assert.equal(endpoint.pushes.length, 1)
  assert.equal((await room.call('POST', `/deliveries/${row?.id}/retry`)).status, 409)
  await room.remove()
})

test('Slack, Telegram and a webhook get what they take, and secrets are in no answer', async () => {
  const room = await openRoom({
    notify: {
      slackUrl: `${endpoint.url}/slack-secret`,
      telegramUrl: endpoint.url,
      telegramToken: '42:telegram-secret',
      telegramChat: '7',
      webhookUrl: `${endpoint.url}/hook`,
      webhookSecret: 'webhook-secret',
    },
  })
  endpoint.answer((path) =>
    path.startsWith('/bot')
      ? { status: 403, body: '{"ok":false,"description":"Forbidden: bot was blocked by the user"}' }
      : { status: 200 },
  )
  room.tell(itemOf('s1'))
  await room.time.pass(5000)
  const all = await room.settled(3)
  const by = Object.fromEntries(all.map((row) => [row.channel, row]))
  assert.equal(by.telegram?.says, 'Telegram refuses it (403): Forbidden: bot was blocked by the user')
  assert.deepEqual([by.slack?.state, by.webhook?.state], ['delivered', 'delivered'])
  const posts = Object.fromEntries(endpoint.posts.map((post) => [post.path, post]))
  assert.match(posts['/slack-secret']?.body ?? '', /\*Agent s1 waits for you\*/)
  assert.deepEqual(JSON.parse(posts['/bot42:telegram-secret/sendMessage']?.body ?? '').chat_id, '7')
  const hook = posts['/hook']
  const signature = createHmac('sha256', 'webhook-secret')
    .update(hook?.body ?? '')
    .digest('hex')
  assert.equal(hook?.headers['x-signature-256'], `sha256=${signature}`)
  assert.equal(hook?.headers['x-delivery-id'], by.webhook?.id)
  // What can't take back is not told of the end.
  room.end('s1')
  await room.settled(4)
  assert.deepEqual(endpoint.posts.map(({ path }) => path).filter((path) => path === '/slack-secret').length, 1)
  assert.equal(JSON.parse(endpoint.posts.at(-1)?.body ?? '').event, 'over')
  const told = JSON.stringify([await room.call('GET', ''), await room.deliveries()])
  assert.doesNotMatch(told, /-secret|secret branch/)
  await room.remove()
})

test('nothing is sent to a private address that is not listed, and no redirect is followed', async () => {
  const room = await openRoom({ notify: { privateTargets: [] } })
  await subscribed(room)
  const refused = await room.call('POST', '/test', { channel: 'push' })
  const { works, delivery } = refused.body
  assert.deepEqual([works, delivery.says], [false, 'The push service of phone is at a private address.'])
  assert.match(delivery.hint ?? '', /notify\.privateTargets.*localhost/)
  assert.equal(endpoint.pushes.length + endpoint.posts.length, 0)
  await room.remove()
  const other = await openRoom()
  await subscribed(other)
  endpoint.answer((path) =>
    path === '/elsewhere' ? { status: 200 } : { status: 307, headers: { location: `${endpoint.url}/elsewhere` } },
  )
  const redirected = (await other.call('POST', '/test', { channel: 'push' })).body
  assert.equal(redirected.works, false)
  assert.deepEqual([endpoint.pushes.length, endpoint.posts.length], [1, 0])
  await other.remove()
})

test('a test says what is missing, and what came of it', async () => {
  const room = await openRoom({ tabs: 2 })
  for (const channel of ['push', 'slack', 'telegram', 'webhook']) {
    const { status, body } = await room.call('POST', '/test', { channel })
    assert.deepEqual([status, body.error], [409, 'conflict'], channel)
  }
  const tabs = (await room.call('POST', '/test', { channel: 'browser' })).body.delivery
  assert.equal(tabs.says, '2 open tabs were told.')
  const { op, value } = room.shown.at(-1) ?? {}
  assert.deepEqual([op, value?.title], ['upsert', 'Orrery reaches you here'])
  await subscribed(room)
  assert.equal((await room.call('POST', '/test', { channel: 'push' })).body.works, true)
  assert.equal((await room.call('POST', '/test', { channel: 'push', subscription: 'nobody' })).status, 404)
  await room.remove()
})

test('open tabs are told, told anew silently, and told of the end', async () => {
  const room = await openRoom({ tabs: 1 })
  room.tell(itemOf('s1', { kind: 'failed' }), itemOf('s2', { kind: 'failed' }))
  await room.time.pass(5000)
  await room.settled(1)
  room.end('s1')
  await room.settled(2)
  room.end('s2')
  await room.settled(3)
  assert.deepEqual(
    room.shown.map(({ op, id, value }) => [op, id, value?.title, value?.is_silent]),
    [
      ['upsert', 'group:failed:session:s1', '2 sessions failed', false],
      ['upsert', 'group:failed:session:s1', 'Agent s2 failed', true],
      ['remove', 'group:failed:session:s1', undefined, undefined],
    ],
  )
  await room.remove()
})

test('a group that keeps changing is told anew once a second, as it is by then, and so is its end', async () => {
  const room = await openRoom({ tabs: 1 })
  const ids = Array.from({ length: 8 }, (_, nth) => `s${nth}`)
  room.tell(...ids.map((id) => itemOf(id, { kind: 'failed' })))
  await room.time.pass(5000)
  await room.settled(1)
  const titles = () => room.shown.map(({ op, value }) => value?.title ?? op)
  for (const id of ids.slice(0, 4)) {
    room.end(id)
    await room.time.pass(10)
  }
  await room.settled(2)
  assert.deepEqual(titles(), ['8 sessions failed', '7 sessions failed'])
  await room.time.pass(1000)
  await room.settled(3)
  assert.deepEqual(titles().slice(2), ['4 sessions failed'])
  for (const id of ids.slice(4, 6)) room.end(id)
  for (const id of ids.slice(6)) {
    await room.time.pass(10)
    room.end(id)
  }
  await room.settled(5)
  await room.time.pass(5000)
  assert.deepEqual(titles().slice(3), ['2 sessions failed', 'Agent s7 failed', 'remove'])
  room.tell(...ids.map((id) => itemOf(id, { kind: 'failed', moment: 'later' })))
  await room.time.pass(5000)
  await room.settled(6)
  for (const id of ids.slice(0, 2)) {
    room.end(id)
    await room.time.pass(10)
  }
  await room.close()
  assert.deepEqual(titles().slice(6), ['8 sessions failed', '7 sessions failed', '6 sessions failed'])
  await rm(room.home, { recursive: true })
})

test('after a restart nobody is called again, and what ended meanwhile is taken back', async () => {
  const first = await openRoom()
  await subscribed(first)
  first.tell(itemOf('s1'), itemOf('s2', { moment: 'm2' }))
  await first.time.pass(5000)
  await first.settled(2)
  await first.close()
  const again = await openRoom({ home: first.home, items: [itemOf('s1')] })
  await again.time.pass(29_999)
  assert.equal(endpoint.pushes.length, 2)
  await again.time.pass(1)
  await again.settled(3)
  assert.deepEqual(
    endpoint.pushes.map(({ payload }) => `${String(payload.event)} ${String(payload.tag)}`),
    ['told session:s1', 'told session:s2', 'over session:s2'],
  )
  await again.remove()
})

test('a login takes its browsers along', async () => {
  const room = await openRoom()
  await subscribed(room)
  room.endLogin('nobody')
  assert.equal((await room.call('GET', '/subscriptions')).body.subscriptions.length, 1)
  await room.remove()
})

test('a subscription is checked, taken anew under its endpoint, and removed', async () => {
  const room = await openRoom()
  const good = endpoint.subscribe('phone')
  const bad = [
    { ...good, endpoint: 'http://push.example/x' },
    { ...good, keys: { ...good.keys, auth: 'AAAA' } },
    { ...good, keys: { ...good.keys, p256dh: '!' } },
  ]
  for (const body of bad) assert.equal((await room.call('POST', '/subscriptions', body)).status, 400)
  const first = await subscribed(room)
  const second = await subscribed(room)
  assert.equal((await room.call('DELETE', `/subscriptions/${first}`)).status, 404)
  assert.equal((await room.call('DELETE', `/subscriptions/${second}`)).status, 200)
  assert.equal((await room.call('DELETE', `/subscriptions/${second}`)).status, 404)
  await room.remove()
})

test('a budget is told by the port that waits for whoever counts it', async () => {
  const room = await openRoom()
  await subscribed(room)
  const state = { moment: '80', since: startAt, title: 'Budget of today: 80 %', text: '$8 of $10', link: '/' }
  room.room.tellBudget('today', state)
  await room.time.pass(5000)
  await room.settled(1)
  assert.deepEqual(endpoint.pushes[0]?.payload.title, 'Budget of today: 80 %')
  room.room.tellBudget('today', null)
  await room.settled(2)
  await room.remove()
})

test('the log reaches back as far as its days say, by what is written and by a start', async () => {
  const room = await openRoom()
  await subscribed(room)
  room.tell(itemOf('s1'))
  await room.time.pass(5000)
  await room.settled(1)
  await room.time.pass(29 * dayMs)
  room.tell(itemOf('s2'))
  await room.time.pass(5000)
  await room.settled(2)
  await room.time.pass(dayMs)
  room.tell(itemOf('s3'))
  await room.time.pass(5000)
  const [, second, ...older] = await room.settled(2)
  assert.deepEqual([second?.message.tag, older.length], ['session:s2', 0])
  await room.close()
  await room.time.pass(40 * dayMs)
  const again = await openRoom({ home: room.home, time: room.time })
  assert.deepEqual(await again.deliveries(), [])
  await again.remove()
})
