import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { dayMs } from '#base/time.ts'
import { remove } from '../end/remove.ts'
import { pruneEnded } from '../end/tidy.ts'
import { openRoom, registered, type Room } from '../room.testkit.ts'

const secret = 'zebraxylophone'

async function ended(room: Room, name: string, prompt = `say ${secret} once`): Promise<string> {
  const { session } = await registered(room, { tmux_session: name, prompt, task_id: 'T-1' })
  await room.report(name, 'start')
  await room.report(name, 'hook.to_review', { metadata: `asks about ${secret}` })
  await room.report(name, 'process.exit')
  return session.id
}

const page = async ({ context }: Room, filters = {}) =>
  (await context.past.page(filters, { limit: 50, from: null })).rows.map(({ session, leftAs }) => [session.id, leftAs])

test('what is dismissed or pruned leaves the board, not the history', async () => {
  const room = await openRoom()
  const dismissed = await ended(room, 'agent-a')
  const pruned = await ended(room, 'agent-b')
  await remove(room.context, dismissed, { kill: false })
  await room.time.pass(dayMs + 1)
  await pruneEnded(room.context)
  assert.deepEqual(await page(room), [
    [pruned, 'pruned'],
    [dismissed, 'dismissed'],
  ])
  const past = await room.context.past.find(dismissed)
  assert.deepEqual([past?.session.prompt, past?.session.state], [`say ${secret} once`, 'completed'])
  const { events } = await room.context.events.page(dismissed, { limit: 50, before: null })
  assert.equal(
    events.some(({ metadata }) => metadata === `asks about ${secret}`),
    true,
  )
  await room.close()
})

test('history is read by state, type, task and time, page by page', async () => {
  const room = await openRoom()
  const ids: string[] = []
  for (const name of ['agent-a', 'agent-b', 'agent-c']) ids.push(await ended(room, name))
  for (const id of ids) {
    await remove(room.context, id, { kill: false })
    await room.time.pass(60_000)
  }
  const all = ids.toReversed().map((id) => [id, 'dismissed'])
  const read = (filters: object) => page(room, filters)
  assert.deepEqual(await read({ state: 'completed', task_id: 'T-1' }), all)
  assert.deepEqual(await read({ state: 'failed' }), [])
  assert.deepEqual(await read({ agent_type: 'code-agent' }), all)
  assert.deepEqual(await read({ agent_type: 'other' }), [])
  assert.deepEqual(await read({ since: '2026-11-20', until: '2026-11-20T12:01:00.000Z' }), all.slice(2))
  assert.deepEqual(await read({ since: '2026-11-20T12:01:00Z' }), all.slice(0, 2))
  const first = await room.context.past.page({}, { limit: 2, from: null })
  const second = await room.context.past.page({}, { limit: 2, from: Number(first.next) })
  assert.deepEqual([first.rows.length, second.rows.length, second.next], [2, 1, null])
  await room.close()
})

test('what is pruned at a start is in history, also when the process dies before anything else is written', async () => {
  const room = await openRoom()
  const id = await ended(room, 'agent-a')
  room.file.flushSync()
  await room.crash()
  const next = await openRoom({ home: room.home, nowMs: room.time.now() + dayMs + 1 })
  assert.deepEqual([next.context.registry.size, await page(next)], [0, [[id, 'pruned']]])
  await next.crash()
  const last = await openRoom({ home: room.home, nowMs: room.time.now() + dayMs + 2 })
  assert.deepEqual([last.context.registry.size, await page(last)], [0, [[id, 'pruned']]])
  await last.close()
})

/** Everything that the home says, as far as the service wrote it. */
function leftIn({ home }: Room): string {
  const db = new DatabaseSync(join(home, 'service.db'), { readOnly: true })
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'tasks_search%'")
    .all()
  const rows = tables.map(({ name }) => JSON.stringify(db.prepare(`SELECT * FROM "${String(name)}"`).all()))
  db.close()
  return `${rows.join('\n')}\n${readFileSync(join(home, 'sessions.json'), 'utf8')}`
}

test('a purge leaves nothing of a session, from the board and from history, and the next start finds none', async () => {
  for (const from of ['board', 'history'] as const) {
    const room = await openRoom()
    const kept = await ended(room, 'agent-kept', 'something else')
    const id = await ended(room, 'agent-a')
    if (from === 'history') await remove(room.context, id, { kill: false })
    const told = room.forgotten
    assert.match(leftIn({ ...room, home: room.home }), new RegExp(secret))
    assert.deepEqual(await remove(room.context, id, { kill: false, purge: true }), { ok: true, value: null })
    assert.deepEqual(told, [id])
    const left = leftIn(room).replaceAll(`asks about ${secret}`, '')
    assert.doesNotMatch(left, new RegExp(`${id}|say ${secret}`))
    const again = await remove(room.context, id, { kill: false, purge: true })
    assert.equal(!again.ok && again.error.error, 'not_found')
    await room.crash()
    const bytes = readFileSync(join(room.home, 'service.db')).toString('latin1')
    assert.equal(bytes.includes(`say ${secret} once`), false, 'nor in a free page')
    const next = await openRoom({ home: room.home })
    assert.deepEqual(
      [...next.context.registry.all()].map(({ session }) => session.id),
      [kept],
    )
    assert.deepEqual(await page(next), [])
    await next.close()
  }
})

test('a purge that a kill cut short is invisible at once and ends at the next start', async () => {
  const room = await openRoom()
  const id = await ended(room, 'agent-a')
  await remove(room.context, id, { kill: false })
  await room.context.past.hide(id)
  assert.deepEqual(await page(room), [])
  await room.crash()
  const next = await openRoom({ home: room.home })
  assert.deepEqual([await page(next), next.context.registry.size], [[], 0])
  next.forgetDue()
  await next.settled()
  assert.deepEqual(next.forgotten, [id])
  assert.doesNotMatch(leftIn(next), new RegExp(id))
  await next.close()
})

test('history forgets what left more than thirty days ago, and nothing younger', async () => {
  const room = await openRoom()
  const old = await ended(room, 'agent-a')
  await remove(room.context, old, { kill: false })
  await room.time.pass(20 * dayMs)
  const young = await ended(room, 'agent-b')
  await remove(room.context, young, { kill: false })
  await room.time.pass(11 * dayMs)
  await room.settled()
  assert.deepEqual(await page(room), [[young, 'dismissed']])
  assert.deepEqual(room.forgotten, [old])
  await room.close()
})
