// What the screens of clients tell, over a log whose size and a tmux whose times the test sets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import type { Client, Session } from '../../contract.ts'
import { launch } from '../start/launch.ts'
import { openRoom, scriptTerminals, type Room } from '../room.testkit.ts'
import { createTurnLook } from './turn-watch.ts'

const claude: Client = { session: 'c1', pid: 10, screen: 'code-agent' }

type Screen = {
  /** Null: the session is not recorded. */
  logBytes: number | null
  outputMs: number
  typedMs: number
  picture: string
  isReduced: boolean
  /** How often tmux was asked for anything. */
  asked: number
}

/** A room whose one terminal, `$1`, shows what the test says. */
async function openWithScreen(logBytes: number | null) {
  const screen: Screen = { logBytes, outputMs: 0, typedMs: 0, picture: '', asked: 0, isReduced: false }
  const terminals = scriptTerminals()
  const tmux = {
    ...terminals.tmux,
    activity: async () => {
      screen.asked += 1
      return new Map([['$1', { outputMs: screen.outputMs, typedMs: screen.typedMs }]])
    },
    capture: async () => {
      screen.asked += 1
      return ok(screen.picture)
    },
  }
  const room = await openRoom({ terminals: { ...terminals, tmux } })
  const look = createTurnLook(room.context, {
    logSize: async () => screen.logBytes,
    isMotionReduced: async () => screen.isReduced,
  })
  const seconds = async (count: number, draw: (second: number) => void = () => {}) => {
    for (let second = 0; second < count; second++) {
      room.time.nowMs += 1000
      draw(second)
      await look()
    }
  }
  return { room, screen, seconds }
}

async function launched(room: Room): Promise<() => Session> {
  const answer = await launch(room.context, { agent_type: 'code-agent', interactive: true })
  assert.ok(answer.ok)
  await room.report(answer.value.tmux_session, 'start', { client: claude })
  return () => room.context.registry.get(answer.value.id)?.session ?? assert.fail()
}

test('a client whose prompt is quiet waits for its person, and says why', async () => {
  const { room, screen, seconds } = await openWithScreen(1000)
  const now = await launched(room)
  await seconds(20, () => (screen.logBytes = (screen.logBytes ?? 0) + 207))
  assert.equal(now().state, 'running')
  await seconds(4)
  assert.equal(now().state, 'running')
  await seconds(2)
  assert.deepEqual([now().state, now().cause?.event], ['awaiting_review', 'hook.to_review'])
  assert.deepEqual([now().cause?.source, now().cause?.metadata], ['service', 'its prompt is quiet'])
  await seconds(20)
  assert.equal(now().state, 'awaiting_review')
  assert.equal(screen.asked, 0)
  await room.close()
})

test('what was drawn before the first look counts, and what is blank still loads', async () => {
  const { room, screen, seconds } = await openWithScreen(1000)
  const answer = await launch(room.context, { agent_type: 'code-agent', interactive: true })
  assert.ok(answer.ok)
  const state = () => room.context.registry.get(answer.value.id)?.session.state
  await seconds(30)
  assert.equal(state(), 'running')
  screen.picture = '› Ask me anything'
  await seconds(2)
  assert.equal(state(), 'awaiting_review')
  await room.close()
})

test('a client that was told not to animate is never taken for quiet', async () => {
  const { room, screen, seconds } = await openWithScreen(0)
  screen.isReduced = true
  const now = await launched(room)
  await seconds(30)
  assert.equal(now().state, 'running')
  await room.close()
})

test('a client that works on after it was answered runs, and says why', async () => {
  const { room, screen, seconds } = await openWithScreen(0)
  const now = await launched(room)
  await room.report(now().tmux_session, 'hook.to_review', { client: claude, metadata: 'Bash: touch x' })
  const write = (bytes: number) => () => void (screen.logBytes = (screen.logBytes ?? 0) + bytes)
  await seconds(30, write(80))
  assert.equal(now().state, 'awaiting_review')
  // The key that answers is seen, and hides for some seconds what follows it.
  screen.typedMs = room.time.nowMs
  await seconds(3, write(400))
  assert.equal(now().state, 'awaiting_review')
  await seconds(2, write(400))
  assert.deepEqual([now().state, now().cause?.event], ['running', 'hook.to_running'])
  assert.deepEqual([now().cause?.source, now().cause?.metadata], ['service', 'its screen moves'])
  await room.close()
})

test('what a person types is no work', async () => {
  const { room, screen, seconds } = await openWithScreen(0)
  const now = await launched(room)
  await room.report(now().tmux_session, 'hook.to_review', { client: claude })
  await seconds(30, () => {
    screen.logBytes = (screen.logBytes ?? 0) + 300
    screen.typedMs = room.time.nowMs
  })
  assert.equal(now().state, 'awaiting_review')
  await room.close()
})

test('a log that begins anew is counted from its beginning', async () => {
  const { room, screen, seconds } = await openWithScreen(4_000_000)
  const now = await launched(room)
  await seconds(3, () => (screen.logBytes = (screen.logBytes ?? 0) + 207))
  screen.logBytes = 0
  await seconds(12, () => (screen.logBytes = (screen.logBytes ?? 0) + 207))
  assert.equal(now().state, 'running')
  await room.close()
})

test('of a session that is not recorded tmux tells: a blinking dot is no work, ever new pictures are', async () => {
  const { room, screen, seconds } = await openWithScreen(null)
  room.terminals.open('agent-found')
  await room.scan()
  const now = (): Session => room.context.registry.byTmuxName('agent-found')?.session ?? assert.fail()
  await room.report('agent-found', 'hook.to_review', { client: claude })
  const draw = (picture: string) => {
    screen.outputMs = room.time.nowMs
    screen.picture = picture
  }
  await seconds(30, (second) => draw(second % 2 === 0 ? '●' : ' '))
  assert.equal(now().state, 'awaiting_review')
  await seconds(5, (second) => draw(`${second} s`))
  assert.deepEqual([now().state, now().cause?.metadata], ['running', 'its screen moves'])
  await seconds(10, (second) => draw(`${second} s`))
  assert.equal(now().state, 'running')
  await seconds(7)
  assert.deepEqual([now().state, now().cause?.metadata], ['awaiting_review', 'its prompt is quiet'])
  await room.close()
})

test('nothing is looked at where no client is known to animate', async () => {
  const { room, screen, seconds } = await openWithScreen(null)
  room.terminals.open('agent-found')
  await room.scan()
  await room.report('agent-found', 'agent.tool_use', { client: { ...claude, screen: null } })
  await seconds(30)
  assert.equal(room.context.registry.byTmuxName('agent-found')?.session.state, 'running')
  assert.equal(screen.asked, 0)
  await room.close()
})

test('a Resume at a prompt that stays quiet comes back as still waiting, and not before 20 s', async () => {
  const { room, screen, seconds } = await openWithScreen(1000)
  const now = await launched(room)
  await room.report(now().tmux_session, 'hook.to_review', { client: claude, metadata: 'May I push?' })
  await room.patch(now().id, { event: 'user.resume' })
  await seconds(19)
  assert.equal(now().state, 'running')
  await seconds(3)
  assert.deepEqual([now().state, now().cause?.metadata], ['awaiting_review', 'still waiting'])
  assert.equal(now().last_message, 'May I push?')
  // A dialog that blinks is no work either.
  await room.patch(now().id, { event: 'user.resume' })
  await seconds(22, () => (screen.logBytes = (screen.logBytes ?? 0) + 60))
  assert.equal(now().state, 'awaiting_review')
  await room.close()
})

test('once its work was seen after a Resume, a quiet prompt counts as ever', async () => {
  const { room, screen, seconds } = await openWithScreen(1000)
  const now = await launched(room)
  await room.report(now().tmux_session, 'hook.to_review', { client: claude })
  await room.patch(now().id, { event: 'user.resume' })
  await seconds(4, () => (screen.logBytes = (screen.logBytes ?? 0) + 400))
  await seconds(8)
  assert.deepEqual([now().state, now().cause?.metadata], ['awaiting_review', 'its prompt is quiet'])
  await room.close()
})
