// A client whose screen and whose writes the test sets, in a time that it lets pass.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client, Session } from '../../contract.ts'
import { launch } from '../start/launch.ts'
import { openRoom, scriptTerminals } from '../room.testkit.ts'
import { startLineWatch } from './line-watch.ts'

const claude: Client = { session: 'c1', pid: 10, screen: 'code-agent' }
const works = '✻ Ruminating…\n  ⏸ manual mode on · esc to interrupt\n'
const rests = '❯ \n  ⏸ manual mode on · ? for shortcuts\n'

async function openWatched() {
  const terminals = scriptTerminals()
  const shown = { text: works, calls: 0 }
  const screens = async (ids: readonly string[]) => {
    shown.calls += 1
    return new Map(ids.map((id) => [id, shown.text]))
  }
  const room = await openRoom({ terminals: { ...terminals, tmux: { ...terminals.tmux, screens } } })
  const answer = await launch(room.context, { agent_type: 'code-agent', interactive: true })
  assert.ok(answer.ok)
  const { id, tmux_session: name } = answer.value
  await room.report(name, 'start', { client: claude })
  let tell = (): void => {}
  let changed = (_id: string): void => {}
  const watch = startLineWatch(room.context, {
    timers: room.time,
    logPath: (session) => `/logs/${session}`,
    onChanged: (listener) => (changed = listener),
    watchOnce: (_path, wrote) => {
      tell = wrote
      return () => (tell = () => {})
    },
  })
  return {
    room,
    shown,
    name,
    changed: () => changed(id),
    now: (): Session => room.context.registry.get(id)?.session ?? assert.fail(),
    /** The client writes, and this much time passes. */
    async draw(text: string, ms: number) {
      shown.text = text
      tell()
      await room.time.pass(ms)
    },
    async close() {
      await watch[Symbol.asyncDispose]()
      await room.close()
    },
  }
}

test('what has just changed is looked at without waiting for the next tick, and once', async () => {
  const { room, shown, changed, draw, close } = await openWatched()
  changed()
  await room.time.pass(60)
  assert.equal(shown.calls, 1)
  changed()
  await room.time.pass(300)
  assert.equal(shown.calls, 1)
  await draw(works, 60)
  assert.equal(shown.calls, 2)
  await close()
  changed()
  await room.time.pass(300)
  assert.equal(shown.calls, 2)
})

test('a turn that was broken off needs its person after a second of quiet, and says why', async () => {
  const { room, now, draw, close } = await openWatched()
  await room.time.pass(3000)
  await draw(works, 700)
  assert.equal(now().state, 'running')
  await draw(rests, 900)
  assert.equal(now().state, 'running')
  await room.time.pass(1500)
  assert.deepEqual([now().state, now().cause?.metadata], ['awaiting_review', 'its prompt is quiet'])
  await close()
})

test('a dialog that was answered runs as soon as the line stands there, and not for a dialog that blinks', async () => {
  const { room, name, now, draw, close } = await openWatched()
  await room.time.pass(2000)
  await room.report(name, 'hook.to_review', { client: claude, metadata: 'Bash: touch x' })
  for (let blink = 0; blink < 8; blink += 1) await draw(rests, 300)
  assert.equal(now().state, 'awaiting_review')
  await draw(works, 250)
  assert.deepEqual([now().state, now().cause?.metadata], ['running', 'its screen moves'])
  await close()
})

test('who draws nothing costs no look', async () => {
  const { room, name, shown, close } = await openWatched()
  await room.report(name, 'hook.to_review', { client: claude })
  await room.time.pass(3000)
  const { calls } = shown
  await room.time.pass(60_000)
  assert.equal(shown.calls, calls)
  await close()
})
