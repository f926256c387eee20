// Agents ask, persons answer: over HTTP, as the hook and the page do it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs, secondMs, toIso } from '#base/time.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { openRoom } from './room.testkit.ts'

/** Waits for what follows by itself. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setImmediate(done))
}

const allow = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } }

test('a hook that asks waits, is told the yes, and the tool that runs after it says so', async () => {
  await using room = await openRoom()
  const id = (await room.ask()) ?? assert.fail('nobody was asked')
  assert.equal(room.cards.get('s1')?.state, 'awaiting_review')
  const waiting = room.poll(id)
  const { status } = await room.decide(id)
  assert.equal(status, 200)
  assert.deepEqual((await waiting).json, allow)
  assert.deepEqual(room.went, [{ kind: 'person', name: 'API', metadata: 'approved: Bash: npm test' }])
  assert.equal((await room.read(id)).state, 'approved')
  await room.hear({ events: ['agent.tool_use'], metadata: 'Read: a.ts' })
  assert.equal((await room.read(id)).state, 'approved')
  await room.hear({ events: ['agent.tool_use'], metadata: 'Bash: npm test' })
  assert.equal((await room.read(id)).state, 'applied')
  assert.deepEqual(
    room.told.map(({ op, value }) => [op, value?.state ?? null]),
    [
      ['upsert', 'open'],
      ['upsert', 'approved'],
      ['remove', null],
    ],
  )
})

test('a denial tells the agent why, and a yes may come with what the client offered, for its session alone', async () => {
  await using room = await openRoom()
  const denied = (await room.ask()) ?? ''
  await room.decide(denied, { decision: 'deny', reason: 'Use the other database.' })
  assert.deepEqual((await room.poll(denied)).json, {
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: { behavior: 'deny', message: 'Use the other database.' },
    },
  })
  const permission_suggestions = [
    { type: 'setMode', mode: 'bypassPermissions', destination: 'localSettings' },
    { type: 'setMode', mode: 'acceptEdits', destination: 'localSettings' },
  ]
  const request = { tool_name: 'Edit', tool_input: { file_path: '/a' }, permission_suggestions }
  const id = (await room.ask(request)) ?? ''
  assert.deepEqual((await room.read(id)).suggestions, [{ index: 1, label: 'every edit in this session' }])
  assert.equal((await room.decide(id, { suggestion: 0 })).status, 400)
  assert.equal((await room.decide(id, { suggestion: 1 })).status, 200)
  assert.deepEqual((await room.poll(id)).json, {
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: {
        behavior: 'allow',
        updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
      },
    },
  })
})

test('of two who answer at once one wins, and the other is told who', async () => {
  await using room = await openRoom()
  const id = (await room.ask()) ?? ''
  const answers = await Promise.all([room.decide(id), room.decide(id, { decision: 'deny' })])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]))
  const lost = answers.find(({ status }) => status === 409)?.json as {
    readonly decided_by: string
    readonly hint: string
  }
  assert.deepEqual([lost.decided_by, lost.hint], ['API', 'See what is open now: orrery approvals'])
})

test('who did not see the input as it is decides nothing', async () => {
  await using room = await openRoom()
  const id = (await room.ask()) ?? ''
  assert.equal((await room.decide(id, { input_hash: '0'.repeat(64) })).status, 409)
  assert.equal((await room.read(id)).state, 'open')
})

test('nobody is asked with approvals off, nor in words that are no request; the session waits all the same', async () => {
  await using off = await openRoom({ enabled: false })
  assert.equal(await off.ask(), null)
  assert.equal(off.cards.get('s1')?.state, 'awaiting_review')
  await using room = await openRoom()
  for (const request of [
    {},
    { tool_name: 'Bash' },
    { tool_name: '', tool_input: {} },
    { tool_name: 'Bash', tool_input: [] },
  ])
    assert.equal(await room.ask(request), null)
  assert.equal(await room.ask(undefined, { sessionId: 'unknown' }), null)
})

test('what the agent reports next means that it was answered at its terminal, but for the reminder and a second question', async () => {
  await using room = await openRoom()
  const id = (await room.ask()) ?? ''
  await room.hear({ hook: 'Notification' })
  await room.hear({ hook: 'PermissionRequest' })
  await room.hear({ hook: 'Stop', client: { session: 'another', pid: 8, screen: null } })
  assert.equal((await room.read(id)).state, 'open')
  const waiting = room.poll(id)
  await room.hear({ hook: 'Stop' })
  assert.equal((await waiting).status, 404)
  assert.equal((await room.read(id)).state, 'answered_elsewhere')
  const late = await room.decide(id)
  assert.deepEqual([late.status, (await room.poll(id)).status], [409, 404])
})

test('a session that goes on by itself was answered elsewhere, one that ends asks nobody any more', async () => {
  await using room = await openRoom()
  const id = (await room.ask()) ?? ''
  const over = room.poll(id)
  room.moveSession('s1', 'running')
  assert.equal((await over).status, 404)
  assert.equal((await room.read(id)).state, 'answered_elsewhere')
  const last = (await room.ask()) ?? ''
  const ended = room.poll(last)
  room.moveSession('s1', 'failed')
  await ended
  assert.deepEqual([(await room.read(last)).state, (await room.read(last)).reason], ['expired', 'its agent ended'])
})

test('of several questions at once the last answer lets the session go on', async () => {
  await using room = await openRoom()
  const [one, two] = [(await room.ask()) ?? '', (await room.ask()) ?? '']
  await room.decide(one)
  assert.deepEqual([room.went.length, (await room.read(two)).state], [0, 'open'])
  await room.decide(two, { decision: 'deny' })
  assert.equal(room.went.length, 1)
})

test('time ends it, and so does a hook that asks no more', async () => {
  await using room = await openRoom()
  const id = (await room.ask()) ?? ''
  const waiting = await room.startPoll(id)
  await room.time.pass(10 * secondMs)
  const open = (await room.read(id)).state
  assert.equal(open, 'open')
  const forgotten = (await room.ask()) ?? ''
  await room.time.pass(17 * secondMs)
  assert.equal((await waiting.answer).status, 204)
  assert.deepEqual(
    [(await room.read(forgotten)).state, (await room.read(forgotten)).reason],
    ['expired', 'the agent does not ask any more'],
  )
  const codex = (await room.ask(undefined, { agentType: 'codex' })) ?? ''
  const { asked_at: at, expires_at: until } = await room.read(codex)
  assert.equal(Date.parse(until) - Date.parse(at), 20 * secondMs)
  const { expires_at: later } = await room.read(id)
  assert.equal(Date.parse(later) - Date.parse((await room.read(id)).asked_at), 30 * minuteMs)
})

test('a restart ends what was open, and keeps what was decided', async () => {
  const room = await openRoom()
  const [open, decided] = [(await room.ask()) ?? '', (await room.ask()) ?? '']
  await room.decide(decided)
  await room.close()
  await using again = await openRoom({ home: room.home, time: room.time })
  assert.equal((await again.read(open)).state, 'expired')
  assert.match((await again.read(open)).reason ?? '', /restarted/)
  assert.equal((await again.read(decided)).state, 'approved')
  assert.deepEqual([(await again.poll(open)).status, (await again.poll(decided)).json], [404, allow])
})

test('what a session of another node asks is left to that node', async () => {
  await using room = await openRoom()
  const open = (await room.ask()) ?? ''
  await using there = await openRoom({ home: room.home, time: room.time, node: 'attic' })
  assert.deepEqual([(await there.read(open)).state, there.listed()], ['open', []])
})

test('a full disk decides nothing and asks nobody, and both can be tried again', async () => {
  await using room = await openRoom()
  const id = (await room.ask()) ?? ''
  room.disk.isFull = true
  assert.equal((await room.decide(id)).status, 503)
  assert.equal(
    (await room.call('POST', '/api/hooks/approvals', { body: { request: { tool_name: 'Bash', tool_input: {} } } }))
      .status,
    503,
  )
  assert.equal((await room.read(id)).state, 'open')
  room.disk.isFull = false
  assert.equal((await room.decide(id)).status, 200)
})

test('the list has the newest first, by state and by session, and forgets with the session', async () => {
  await using room = await openRoom()
  room.addSession('s2')
  const [one, two] = [(await room.ask()) ?? '', (await room.ask(undefined, { sessionId: 's2' })) ?? '']
  await room.decide(one)
  const ids = async (query: string) => {
    const { json } = await room.call('GET', `/api/approvals${query}`)
    return (json as { readonly approvals: readonly { readonly id: string }[] }).approvals.map(({ id }) => id)
  }
  assert.deepEqual(await ids(''), [two, one])
  assert.deepEqual([await ids('?state=open'), await ids('?session=s1')], [[two], [one]])
  const { json } = await room.call('GET', '/api/approvals?limit=1')
  const { next_cursor: cursor } = json as { readonly next_cursor: string }
  assert.deepEqual(await ids(`?limit=1&cursor=${cursor}`), [one])
  await room.room.forget('s2')
  assert.deepEqual(await ids(''), [one])
})

test('an agent decides nothing, neither by its name nor with the credentials that agents get', async () => {
  await using room = await openRoom()
  const id = (await room.ask()) ?? ''
  const answer = await room.decide(id, {}, { 'x-agent-session': 'agent-2' })
  assert.deepEqual([answer.status, (await room.read(id)).state], [403, 'open'])
  const tool = await room.decide(id, {}, { authorization: `Bearer ${room.toolToken}` })
  assert.deepEqual([tool.status, (await room.read(id)).state], [403, 'open'])
})

test('a notification may say no to all, and yes to a named tool whose whole input it shows', async () => {
  await using room = await openRoom()
  const key = { authorization: `Bearer ${await room.decisionKey()}` }
  const rows: [request: object, decision: 'approve' | 'deny', status: number][] = [
    [{ tool_name: 'Read', tool_input: { file_path: '/a' } }, 'approve', 200],
    [{ tool_name: 'Read', tool_input: { file_path: 'x'.repeat(300) } }, 'approve', 403],
    [{ tool_name: 'Bash', tool_input: { command: 'ls' } }, 'approve', 403],
    [{ tool_name: 'Bash', tool_input: { command: 'ls' } }, 'deny', 200],
  ]
  for (const [request, decision, status] of rows) {
    const id = (await room.ask(request)) ?? ''
    const answer = await room.decide(id, { decision }, key)
    assert.equal(answer.status, status, JSON.stringify([request, decision, answer.json]))
    if (status === 403) assert.equal((await room.read(id)).state, 'open')
  }
})

test('a decision is kept with who made it, from which login, and all of the input that was shown', async () => {
  await using room = await openRoom()
  const command = `echo ${'long '.repeat(300)}`
  const id = (await room.ask({ tool_name: 'Bash', tool_input: { command } })) ?? ''
  await room.decide(id, { decision: 'deny', reason: 'Shorter.' })
  const [row, ...others] = await room.audit()
  assert.deepEqual(
    [others.length, row?.kind, row?.actor_name, row?.subject_type, row?.subject_id],
    [0, 'approval.denied', 'API', 'approval', id],
  )
  const facts = JSON.parse(row?.facts ?? '[]') as readonly { readonly name: string; readonly value: string }[]
  const { input_hash: hash } = await room.read(id)
  assert.deepEqual(facts, [
    { name: 'Login', value: 'access_token' },
    { name: 'Session', value: 'Fix double capture' },
    { name: 'Tool', value: 'Bash' },
    { name: 'Input', value: JSON.stringify({ command }, null, 2) },
    { name: 'Input hash', value: hash },
    { name: 'Reason', value: 'Shorter.' },
  ])
})

test('a decision that could not be written leaves no row of it', async () => {
  await using room = await openRoom()
  const id = (await room.ask()) ?? ''
  room.disk.isFull = true
  assert.equal((await room.decide(id)).status, 503)
  assert.deepEqual(await room.audit(), [])
})

test('one that nobody answered in time is told until its dialog is gone from the terminal', async () => {
  await using room = await openRoom()
  const states = () => room.told.map(({ value }) => value?.state ?? null)
  const moved = (await room.ask()) ?? ''
  await room.time.pass(17 * secondMs)
  assert.equal((await room.read(moved)).state, 'expired')
  assert.deepEqual(states(), ['open', 'expired'])
  await room.hear({ hook: 'Notification' })
  assert.deepEqual(states(), ['open', 'expired'])
  await room.hear({ hook: 'PostToolUse', events: ['agent.tool_use'], metadata: 'Bash: npm test' })
  assert.deepEqual([states(), (await room.read(moved)).state], [['open', 'expired', null], 'expired'])
  await room.ask()
  await room.time.pass(17 * secondMs)
  room.moveSession('s1', 'completed')
  await room.read(moved)
  assert.deepEqual(states().slice(3), ['open', 'expired', null])
  await room.ask(undefined, { client: { session: 'conversation', pid: 7, screen: null } })
  await room.time.pass(17 * secondMs)
  assert.deepEqual(states().slice(6), ['open', null], 'in print mode nothing stands anywhere')
})

test('one whose dialog stands in a terminal is told after any number of restarts, and no more once its session moved on', async () => {
  const first = await openRoom()
  const late = (await first.ask()) ?? ''
  await first.time.pass(17 * secondMs)
  const restarted = (await first.ask()) ?? ''
  assert.deepEqual([(await first.read(restarted)).state, (await first.read(late)).state], ['open', 'expired'])
  await first.close()
  const again = { home: first.home, time: first.time, state: 'awaiting_review' } as const
  for (const round of [1, 2, 3]) {
    const room = await openRoom(again)
    assert.deepEqual(new Set(room.listed()), new Set([`${restarted} expired`, `${late} expired`]), `start ${round}`)
    await room.close()
  }
  const last = await openRoom(again)
  last.moveSession('s1', 'running')
  await until(() => last.listed().length === 0)
  await last.close()
  await using after = await openRoom(again)
  assert.deepEqual(after.listed(), [], 'what moved on comes back')
  assert.equal((await after.read(restarted)).state, 'expired')
})

test('one whose session moved on while the service was away is told no more', async () => {
  const first = await openRoom()
  await first.ask()
  await first.close()
  await using room = await openRoom({ home: first.home, time: first.time, state: 'failed' })
  await until(() => room.listed().length === 0)
})

test('what is past its time is forgotten, and what is open or waits in a terminal is kept', async () => {
  const first = await openRoom()
  const [denied, approved] = [(await first.ask()) ?? '', (await first.ask()) ?? '']
  await first.decide(denied, { decision: 'deny' })
  await first.decide(approved)
  await first.close()
  const young = new ManualTime(toIso(first.time.now() + 29 * dayMs))
  const before = await openRoom({ home: first.home, time: young })
  await before.time.pass(hourMs)
  assert.equal((await before.read(denied)).state, 'denied')
  await before.close()
  const old = new ManualTime(toIso(first.time.now() + 30 * dayMs + hourMs))
  await using after = await openRoom({ home: first.home, time: old })
  const open = (await after.ask()) ?? ''
  await after.time.pass(hourMs)
  const ids = async () => {
    const { json } = await after.call('GET', '/api/approvals')
    return (json as { readonly approvals: readonly { readonly id: string }[] }).approvals.map(({ id }) => id)
  }
  await until(async () => (await ids()).length === 1)
  assert.deepEqual(await ids(), [open])
})
