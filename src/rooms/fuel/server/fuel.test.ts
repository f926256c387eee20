import assert from 'node:assert/strict'
import { appendFileSync, copyFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { statement } from '#platform/server/db/script.ts'
import { claudeAnswer, claudeConversation, claudeFile, openFuelForTest } from './room.testkit.ts'

const forgetFiles = statement('DELETE FROM fuel_files')

const sum = ({ input, output }: { readonly input: number; readonly output: number }) => [input, output]

test('a file is counted once, however often it is read, cut, replaced or written again', async () => {
  await using room = await openFuelForTest()
  room.put({ id: 's1' })
  const path = await room.write(claudeFile, [claudeAnswer('m1', 10, 1), claudeAnswer('m1', 10, 4)])
  room.follower.follow({ owner: 's1', ...claudeConversation })
  await room.look()
  assert.deepEqual(sum(await room.today()), [10, 4])
  await room.look()
  assert.deepEqual(sum(await room.today()), [10, 4])

  // Cut in the middle of a line, and written on.
  const whole = `${JSON.stringify(claudeAnswer('m2', 7, 3))}\n`
  appendFileSync(path, whole.slice(0, 40))
  await room.look()
  assert.deepEqual(sum(await room.today()), [10, 4])
  appendFileSync(path, whole.slice(40))
  await room.look()
  assert.deepEqual(sum(await room.today()), [17, 7])

  // A copy in its place, then a shorter one, then all of it with more behind.
  copyFileSync(path, `${path}.new`)
  renameSync(`${path}.new`, path)
  await room.look()
  truncateSync(path, 100)
  await room.look()
  const lines = [claudeAnswer('m1', 10, 4), claudeAnswer('m2', 7, 3), claudeAnswer('m3', 1, 1)]
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await room.look()
  assert.deepEqual(sum(await room.today()), [18, 8])
})

test('after a restart it is read on from where it was read to, and a second session that goes on with it pays its own', async () => {
  const first = await openFuelForTest()
  first.put({ id: 's1' })
  await first.write(claudeFile, [claudeAnswer('m1', 10, 4)])
  first.follower.follow({ owner: 's1', ...claudeConversation })
  await first.look()
  await first.close()
  await using again = await openFuelForTest({ folder: first.userHome })
  again.put({ id: 's2' })
  await again.write(claudeFile, [claudeAnswer('m2', 5, 1)])
  again.follower.follow({ owner: 's2', ...claudeConversation })
  await again.look()
  const groups = await again.store.groups('session', { from: '2026-11-23', to: '2026-11-23' })
  assert.deepEqual(
    new Map(groups.map(({ id, sums }) => [id, sum(sums)])),
    new Map([
      ['s1', [10, 4]],
      ['s2', [5, 1]],
    ]),
  )
})

test('a conversation that another session takes up is paid by that one from then on', async () => {
  await using room = await openFuelForTest()
  room.put({ id: 's1' })
  room.put({ id: 's2' })
  await room.write(claudeFile, [claudeAnswer('m1', 10, 4)])
  room.follower.follow({ owner: 's1', ...claudeConversation })
  await room.look()
  room.follower.follow({ owner: 's2', ...claudeConversation })
  await room.write(claudeFile, [claudeAnswer('m2', 5, 1)])
  await room.look()
  const groups = await room.store.groups('session', { from: '2026-11-23', to: '2026-11-23' })
  assert.deepEqual(Object.fromEntries(groups.map(({ id, sums }) => [id, sum(sums)])), { s1: [10, 4], s2: [5, 1] })
})

test('what agents within an agent used is counted before its closing', async () => {
  await using room = await openFuelForTest()
  room.put({ id: 's1' })
  const usage = {
    inputTokens: 44,
    outputTokens: 28,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
    costUSD: 0.01,
  }
  const closing = {
    type: 'cost-state',
    sessionId: 'conv-0001',
    startTime: 1795435815261,
    totalDuration: 9,
    modelUsage: { 'claude-opus-4-5': usage },
  }
  await room.write('.claude/projects/-p/conv-0001/subagents/agent-a1.jsonl', [claudeAnswer('i1', 11, 7)])
  await room.write(claudeFile, [claudeAnswer('m1', 11, 7), claudeAnswer('m2', 11, 7), closing])
  room.follower.follow({ owner: 's1', ...claudeConversation })
  await room.look()
  const sums = await room.today()
  assert.deepEqual(sum(sums), [44, 28])
  assert.ok(Math.abs((sums.cost_usd ?? 0) - 0.01) < 1e-9, `its own cost: ${sums.cost_usd}`)
  // All of it once more.
  await room.database.commits.write({
    *script() {
      yield* forgetFiles.run()
    },
  })
  room.follower.follow({ owner: 's1', ...claudeConversation, conversation: 'conv-0002' })
  await room.write('.claude/projects/-q/conv-0002.jsonl', [claudeAnswer('m1', 11, 7), closing])
  await room.look()
  assert.deepEqual(sum(await room.today()), [44, 28])
})

test('a gateway record counts once; a cost of nothing and an unknown model have no price until a person sets one', async () => {
  await using room = await openFuelForTest()
  room.put({ id: 's1', tmux_session: 'agent-x', agent_type: 'gateway-agent' })
  const rows = [
    { runId: 'r1', cost: 0 },
    { runId: 'r2', sessionKey: 'agent:main:agent-x', inputTokens: null, totalTokens: 5 },
  ]
  await room.gateway(rows)
  await room.gateway(rows)
  const before = await room.today()
  assert.deepEqual([before.tokens, before.cost_usd, before.unpriced_tokens], [20, null, 20])
  assert.deepEqual(await room.store.unpricedModels({ from: '2026-11-01', to: '2026-11-30' }), ['kestrel-70b'])
  room.prices.push('kestrel-70b 1000000/2000000')
  await room.counter.priceAgain()
  const after = await room.today()
  assert.deepEqual([after.tokens, after.cost_usd, after.unpriced_tokens], [20, 10 + 20, 0])
  // Another price later is for what comes later.
  room.prices[0] = 'kestrel-70b 5/5'
  await room.counter.priceAgain()
  assert.equal((await room.today()).cost_usd, 30)
  assert.deepEqual(
    (await room.store.groups('session', { from: '2026-11-23', to: '2026-11-23' })).map(({ id }) => id).toSorted(),
    ['', 's1'],
  )
})

test('a device tells of its own sessions alone, whatever keys it makes up, and a day to come is today', async () => {
  await using room = await openFuelForTest()
  room.put({ id: 's1' })
  const record = {
    kind: 'used',
    key: 'm1',
    at: Date.parse('2027-05-01T00:00:00Z'),
    conversation: 'c',
    model: 'x',
    input: 5,
    output: 5,
    cache_read: 0,
    cache_write: 0,
    cost_usd: null,
    is_copy: false,
  }
  const tell = async (deviceId: string, usage: unknown) => {
    const counted = room.counter.fromDevice({ deviceId, sessionId: 's1' }, usage)
    if (counted === null) return false
    await room.database.commits.write(counted)
    return true
  }
  assert.ok(await tell('d1', { source: 'codex', records: [record] }))
  assert.ok(await tell('d1', { source: 'codex', records: [record] }))
  assert.ok(await tell('d2', { source: 'codex', records: [{ ...record, input: 1 }] }))
  assert.equal((await room.today()).tokens, 16)
  for (const odd of [
    null,
    'x',
    {},
    { source: 'codex', records: [{ ...record, input: -1 }] },
    { source: 'x', records: [] },
  ])
    assert.equal(await tell('d1', odd), false)
})

test('at 80 % a person is told, at the limit what runs is stopped; nothing starts until midnight', async () => {
  await using room = await openFuelForTest({ at: '2026-03-28T22:59:00.000Z', timeZone: 'Europe/Berlin' })
  room.put({ id: 's1' })
  room.put({ id: 's2' })
  await room.setBudgets([{ limit: 20, at_limit: 'stop' }])
  const spend = (runId: string) => room.gateway([{ runId }])
  await spend('r1')
  assert.deepEqual([room.told.size, room.stopped.length], [0, 0])
  await room.gateway([{ runId: 'r2', inputTokens: 1, outputTokens: 1, totalTokens: 2 }])
  assert.equal(room.told.get('b0')?.title, 'Budget past 80 %: All agents, a day')
  assert.equal(room.meter.mayStart({ id: null, agent_type: 'shell' }), null)
  await spend('r3')
  assert.equal(room.told.get('b0')?.title, 'Budget used up: All agents, a day')
  assert.deepEqual(room.stopped.map(({ id }) => id).toSorted(), ['s1', 's2'])
  assert.match(room.stopped[0]?.why ?? '', /budget of the day \(All agents, a day\) is used up, 32 tokens of 20 tokens/)
  const held = room.meter.mayStart({ id: null, agent_type: 'shell' })
  assert.deepEqual([held?.error, held?.hint], ['over_budget', 'Raise it, or take it out: orrery fuel budgets'])
  // A minute later a day of 23 hours begins.
  await room.time.pass(61_000)
  await room.meter.settled()
  assert.equal(room.meter.mayStart({ id: null, agent_type: 'shell' }), null)
  assert.equal(room.told.get('b0'), null)
  await spend('r4')
  assert.equal((await room.today()).tokens, 15)
})

test('a budget of a session stops that one; its restart says what it cost; its own budget stands over that of all', async () => {
  await using room = await openFuelForTest()
  room.put({ id: 's1', tmux_session: 'one', label: 'One' })
  room.put({ id: 's2', tmux_session: 'two' })
  await room.setBudgets([
    { per: 'session', limit: 15, at_limit: 'stop' },
    { per: 'session', session_id: 's2', limit: 1000, at_limit: 'stop' },
  ])
  await room.gateway([
    { runId: 'r1', sessionKey: 'x:one' },
    { runId: 'r2', sessionKey: 'x:two' },
  ])
  assert.deepEqual(
    room.stopped.map(({ id }) => id),
    ['s1'],
  )
  assert.deepEqual(
    room.meter.stands().map(({ name, used, state }) => [name, used, state]),
    [
      ['One', 15, 'over'],
      ['agent-x', 15, 'within'],
    ].map(([name, ...rest], each) => [each === 0 ? name : room.meter.stands()[1]?.name, ...rest]),
  )
  const refused = room.meter.mayStart({ id: 's1', agent_type: 'shell' })
  assert.equal(
    refused?.reason,
    'This session used 15 tokens of its budget of 15 tokens; a restart goes on spending from there.',
  )
  assert.equal(room.meter.mayStart({ id: 's2', agent_type: 'shell' }), null)
  assert.equal(room.meter.mayStart({ id: null, agent_type: 'shell' }), null)
  await room.setBudgets([{ per: 'session', limit: 30, at_limit: 'stop' }])
  assert.equal(room.meter.mayStart({ id: 's1', agent_type: 'shell' }), null)
})

test('a budget in dollars counts nothing that has no price, and says how much that is', async () => {
  await using room = await openFuelForTest()
  await room.setBudgets([{ unit: 'usd', limit: 1, at_limit: 'hold' }])
  await room.gateway([{ runId: 'r1' }, { runId: 'r2', cost: 1.5, inputTokens: 1, outputTokens: 1, totalTokens: 2 }])
  const [stand] = room.meter.stands()
  assert.deepEqual([stand?.used, stand?.unpriced_tokens, stand?.state], [1.5, 15, 'over'])
})

test('budgets and what was told of them are there after a restart, and what was forgotten is not counted again', async () => {
  const first = await openFuelForTest()
  await first.setBudgets([{ limit: 10, at_limit: 'hold' }])
  await first.gateway([{ runId: 'r1' }])
  await first.close()
  await using again = await openFuelForTest({ folder: first.userHome })
  assert.equal(again.meter.mayStart({ id: null, agent_type: 'shell' })?.error, 'over_budget')
  await again.gateway([{ runId: 'old', atMs: Date.parse('2024-01-01T00:00:00Z') }])
  assert.equal((await again.today()).tokens, 15)
})

test('the records themselves come newest first, page by page', async () => {
  await using room = await openFuelForTest()
  const at = room.time.now()
  await room.gateway([1, 2, 3].map((each) => ({ runId: `r${each}`, atMs: at - each * 1000 })))
  const span = { from: '2026-11-23', to: '2026-11-23' }
  const first = await room.store.rows(span, { before: null, limit: 2 })
  const second = await room.store.rows(span, { before: first[1] ?? null, limit: 2 })
  assert.deepEqual(
    [...first, ...second].map(({ at: when }) => Date.parse(when)),
    [1, 2, 3].map((each) => at - each * 1000),
  )
})
