import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import type { ProcessTree, SeenProcess } from '#platform/server/process-tree.ts'
import { launch } from '../start/launch.ts'
import { openRoom, scriptTerminals, type Room } from '../room.testkit.ts'
import { lookAtStops, startStopWatch } from './stop-watch.ts'
import { stop } from './stop.ts'

const row = (pid: number, name: string, parentPid = 1): SeenProcess => {
  return { pid, parentPid, group: pid, foreground: -1, name, args: name, mark: null, began: '1' }
}

/** A machine whose processes the test lets live and die. */
function scriptMachine(): Machine {
  const machine: Machine = {
    left: [row(10, 'node'), row(11, 'worker', 10)],
    sent: [],
    lists: 0,
    tree: {
      list: async (marks) => {
        machine.lists += 1
        return ok(marks.flatMap((mark) => machine.left.map((one) => ({ ...one, mark }))))
      },
      signal: (processes, signal) => {
        machine.sent.push(`${signal} ${processes.map(({ pid }) => pid).join(' ')}`)
        return processes.length
      },
    },
  }
  return machine
}

type Machine = {
  left: readonly SeenProcess[]
  /** How often its processes were listed. */
  lists: number
  readonly sent: string[]
  readonly tree: ProcessTree
}

async function roomWithAgent() {
  const machine = scriptMachine()
  const room = await openRoom({ processTree: machine.tree })
  const launched = await launch(room.context, { agent_type: 'shell', prompt: 'x', session_name: 'agent-a' })
  assert.ok(launched.ok)
  return { room, machine, id: launched.value.id }
}

const session = (room: Room, id: string) => room.context.registry.get(id)?.session

test('a stop is under way until nothing of it is left; the state is failed from the first moment', async () => {
  const { room, machine, id } = await roomWithAgent()
  const asked = await stop(room.context, id)
  assert.ok(asked.ok)
  const { state, end_reason: reason, stopping } = asked.value.session
  assert.deepEqual([state, reason, stopping?.by, stopping?.forced_at], ['failed', 'cancelled', 'user', null])
  await lookAtStops(room.context)
  assert.equal(session(room, id)?.stopping?.left, null, 'it has its time')
  await room.time.pass(10_000)
  await lookAtStops(room.context)
  assert.equal(session(room, id)?.stopping?.left, 'node and a child')
  machine.left = []
  await lookAtStops(room.context)
  assert.equal(session(room, id)?.stopping, null)
  assert.deepEqual(machine.sent, [])
  assert.equal(room.published.at(-1)?.value?.stopping, null, 'every viewer is told')
  await room.close()
})

test('force sends TERM to all that is left, KILL after 5 s, and a second one is an answer', async () => {
  const { room, machine, id } = await roomWithAgent()
  await stop(room.context, id)
  const forced = await stop(room.context, id, { force: true })
  assert.ok(forced.ok)
  assert.equal(forced.value.session.stopping?.left, 'node and a child')
  assert.deepEqual(machine.sent, ['SIGTERM 10 11'])
  const again = await stop(room.context, id, { force: true })
  assert.ok(again.ok)
  assert.equal(again.value.session.stopping?.forced_at, forced.value.session.stopping?.forced_at)
  await room.time.pass(4_999)
  await lookAtStops(room.context)
  assert.equal(machine.sent.length, 2)
  await room.time.pass(1)
  await lookAtStops(room.context)
  assert.equal(machine.sent.at(-1), 'SIGKILL 10 11')
  await room.close()
})

test('force alone stops and forces in one; one that is stopped is answered as it is', async () => {
  const { room, machine, id } = await roomWithAgent()
  const forced = await stop(room.context, id, { force: true })
  assert.ok(forced.ok && forced.value.session.stopping?.forced_at !== null)
  assert.equal(room.terminals.interrupted.length, 1)
  machine.left = []
  await lookAtStops(room.context)
  for (const force of [false, true]) {
    const again = await stop(room.context, id, { force })
    assert.ok(again.ok)
    assert.deepEqual([again.value.changed, again.value.session.stopping], [false, null])
  }
  await room.close()
})

const rule = '─'.repeat(60)
const atPrompt = `● All is well.\n${rule}\n❯ \n${rule}\n  manual mode on`
const asksPermission = `${rule}\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n Esc to cancel · Tab to amend`

test('a client that ends by two is pressed on while it has its time, a dialog of it by Esc, and again when asked again', async () => {
  const machine = scriptMachine()
  const room = await openRoom({ processTree: machine.tree })
  const wanted = { agent_type: 'code-agent', interactive: true, prompt: 'x', session_name: 'agent-a' }
  const launched = await launch(room.context, wanted)
  assert.ok(launched.ok)
  const { id } = launched.value
  await stop(room.context, id)
  assert.deepEqual([room.terminals.interrupted.length, room.terminals.typed], [1, []])
  room.terminals.screen = asksPermission
  await lookAtStops(room.context)
  assert.deepEqual([room.terminals.interrupted.length, room.terminals.typed], [1, ['Escape']])
  room.terminals.screen = atPrompt
  await lookAtStops(room.context)
  assert.equal(room.terminals.interrupted.length, 3)
  await room.time.pass(10_000)
  await lookAtStops(room.context)
  await lookAtStops(room.context)
  assert.equal(room.terminals.interrupted.length, 3, 'it had its time')
  const again = await stop(room.context, id)
  assert.notEqual(again.ok && again.value.session.stopping?.asked_at, null)
  assert.equal(room.terminals.interrupted.length, 4)
  await lookAtStops(room.context)
  assert.equal(room.terminals.interrupted.length, 6)
  await stop(room.context, id, { force: true })
  const pressed = room.terminals.interrupted.length
  await lookAtStops(room.context)
  assert.equal(room.terminals.interrupted.length, pressed, 'TERM is on its way')
  await room.close()
})

test('what failed by itself is no stop: refused as ever', async () => {
  const { room, id } = await roomWithAgent()
  await room.report('agent-a', 'process.exit_error')
  const answer = await stop(room.context, id)
  assert.equal(!answer.ok && answer.error.error, 'invalid_transition')
  await room.close()
})

test('no hook of a dying agent brings it back, nor one that is told late', async () => {
  const { room, machine, id } = await roomWithAgent()
  await stop(room.context, id)
  const { runId = null } = room.context.registry.get(id) ?? {}
  await room.report('agent-a', ['agent.prompt_ready', 'hook.to_running', 'start'], { runId })
  assert.equal(session(room, id)?.state, 'failed')
  machine.left = []
  await lookAtStops(room.context)
  await room.report('agent-a', 'start', { runId })
  assert.equal(session(room, id)?.state, 'failed')
  await room.close()
})

test('a person who starts it again ends the stop', async () => {
  const { room, id } = await roomWithAgent()
  await stop(room.context, id)
  assert.ok((await room.patch(id, { state: 'running' })).ok)
  assert.deepEqual([session(room, id)?.state, session(room, id)?.stopping], ['running', null])
  await room.close()
})

test('a stop survives the end of the service, and KILL comes after it, too', async () => {
  const machine = scriptMachine()
  const terminals = scriptTerminals()
  const first = await openRoom({ processTree: machine.tree, terminals })
  const launched = await launch(first.context, { agent_type: 'shell', prompt: 'x', session_name: 'agent-a' })
  assert.ok(launched.ok)
  const { id } = launched.value
  await stop(first.context, id, { force: true })
  const before = session(first, id)?.stopping
  await first.crash()
  const later = { home: first.home, terminals, processTree: machine.tree, nowMs: first.time.now() + 6000 }
  const second = await openRoom(later)
  assert.deepEqual(session(second, id)?.stopping, before)
  await lookAtStops(second.context)
  assert.equal(machine.sent.at(-1), 'SIGKILL 10 11')
  machine.left = []
  await lookAtStops(second.context)
  assert.equal(session(second, id)?.stopping, null)
  await second.close()
})

test('seven stops cost one list of the machine, and one that waits for a person is looked at each two seconds', async () => {
  const { room, machine, id } = await roomWithAgent()
  for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) {
    const more = await launch(room.context, { agent_type: 'shell', prompt: 'x', session_name: `agent-${name}` })
    assert.ok(more.ok)
    await stop(room.context, more.value.id)
  }
  await stop(room.context, id)
  machine.lists = 0
  await lookAtStops(room.context)
  assert.equal(machine.lists, 1)

  await room.time.pass(10_000)
  await lookAtStops(room.context)
  assert.match(session(room, id)?.stopping?.left ?? '', /^node and/)
  machine.lists = 0
  const watch = startStopWatch(room.context, room.time)
  for (let half = 0; half < 20; half++) await room.time.pass(500)
  assert.equal(machine.lists, 5)
  await watch[Symbol.asyncDispose]()
  await room.close()
})

test('while tmux or the machine gives no answer nothing is concluded, and force says so', async () => {
  const { room, id } = await roomWithAgent()
  await stop(room.context, id)
  room.terminals.listing = { kind: 'unknown', reason: 'tmux hung' }
  await lookAtStops(room.context)
  assert.notEqual(session(room, id)?.stopping, null)
  const forced = await stop(room.context, id, { force: true })
  assert.equal(!forced.ok && forced.error.error, 'tmux_unavailable')
  await room.close()
})
