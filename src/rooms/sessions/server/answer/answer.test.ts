// Answers over a tmux that the test scripts: what is typed, in which order, and what the board says meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { err, ok } from '#base/result.ts'
import { createTurnLook } from '../scan/turn-watch.ts'
import { openRoom, scriptTerminals, type Room, type RoomOptions } from '../room.testkit.ts'
import { launch } from '../start/launch.ts'
import { answer, obstacleNow, type WantedAnswer } from './answer.ts'

const who = { actor: 'person', by: null, browser: null } as const

function say(room: Room, id: string, said: Partial<WantedAnswer> & { readonly text: string }) {
  return answer(room.context, id, { submit: true, waitingSince: null, who, ...said })
}

/** A room with one session that asked something, and whose terminal shows a plain prompt. */
async function waiting(options: RoomOptions = {}) {
  const terminals = options.terminals ?? scriptTerminals()
  terminals.screen = '$ what now?'
  const room = await openRoom({ ...options, terminals })
  const launched = await launch(room.context, { agent_type: 'shell', prompt: 'ask' })
  assert.ok(launched.ok)
  const { id, tmux_session: name } = launched.value
  await room.report(name, 'hook.to_review', { metadata: 'what now?' })
  room.time.nowMs += 1000
  const now = () => room.context.registry.get(id)?.session ?? assert.fail()
  return { room, terminals, id, now }
}

const errorOf = (outcome: Result<unknown, Refusal>): string | null => (outcome.ok ? null : outcome.error.error)

test('an answer is pasted whole, then Enter is pressed, and the session runs with what it was told', async () => {
  const { room, terminals, id, now } = await waiting()
  const outcome = await say(room, id, { text: 'name roles,\nnot people\n' })
  assert.ok(outcome.ok)
  assert.deepEqual(terminals.typed, ['name roles,\nnot people', 'Enter'])
  assert.deepEqual([now().state, now().cause?.event, now().cause?.source], ['running', 'user.resume', 'user'])
  assert.equal(now().cause?.metadata, 'name roles, not people')
  assert.deepEqual([outcome.value.answer.state, outcome.value.answer.text], ['typed', 'name roles,\nnot people'])
  assert.equal(outcome.value.session.state, 'running')
  await room.close()
})

test('without Enter the text stands in the prompt and the session waits on', async () => {
  const { room, terminals, id, now } = await waiting()
  assert.ok((await say(room, id, { text: 'yes', submit: false })).ok)
  assert.deepEqual([terminals.typed, now().state], [['yes'], 'awaiting_review'])
  await room.close()
})

test('a session at work may be told things, too; that moves nothing', async () => {
  const { room, terminals, id, now } = await waiting()
  await room.report(now().tmux_session, 'hook.to_running')
  const since = now().state_since
  assert.ok((await say(room, id, { text: 'and mind the tests' })).ok)
  assert.deepEqual(terminals.typed, ['and mind the tests', 'Enter'])
  assert.deepEqual([now().state, now().state_since], ['running', since])
  await room.close()
})

test('of two answers at once one is typed, and the other one is refused before a key of it', async () => {
  const { room, terminals, id } = await waiting()
  const outcomes = await Promise.all([say(room, id, { text: 'left' }), say(room, id, { text: 'right' })])
  assert.deepEqual(outcomes.map(errorOf), [null, 'answer_in_progress'])
  assert.deepEqual(terminals.typed, ['left', 'Enter'])
  await room.close()
})

test('an answer to a wait that somebody else answered is refused, and one to any state is typed', async () => {
  const { room, terminals, id, now } = await waiting()
  const waitingSince = now().state_since
  assert.ok((await say(room, id, { text: 'first', waitingSince })).ok)
  assert.equal(errorOf(await say(room, id, { text: 'second', waitingSince })), 'not_waiting')
  assert.ok((await say(room, id, { text: 'third' })).ok)
  assert.deepEqual(terminals.typed, ['first', 'Enter', 'third', 'Enter'])
  await room.close()
})

test('nothing is typed into a dialog, and what it shows is told', async () => {
  const { room, terminals, id } = await waiting()
  terminals.screen = 'Trust this folder?\n❯ 1. Yes\n  2. No'
  const refused = await say(room, id, { text: '2' })
  assert.equal(errorOf(refused), 'dialog_open')
  const obstacle = await obstacleNow(room.context, id)
  assert.ok(obstacle.ok)
  assert.equal(obstacle.value?.screen, terminals.screen)
  assert.deepEqual(terminals.typed, [])
  terminals.screen = '$'
  assert.deepEqual(await obstacleNow(room.context, id), ok(null))
  await room.close()
})

test('a dialog that opens after the paste is not answered by Enter, and the session waits on', async () => {
  const { room, terminals, id, now } = await waiting()
  const paste = terminals.tmux.paste
  terminals.tmux.paste = async (terminal, text) => {
    terminals.screen = 'Run this command?\n❯ 1. Yes\n  2. No'
    return paste(terminal, text)
  }
  const refused = await say(room, id, { text: 'go on' })
  assert.equal(errorOf(refused), 'dialog_open')
  assert.ok(!refused.ok)
  assert.match(refused.error.reason, /Enter was not pressed/)
  assert.deepEqual([terminals.typed, now().state], [['go on'], 'awaiting_review'])
  await room.close()
})

test('a numbered list that is pasted behind the mark of a prompt is no dialog', async () => {
  const { room, terminals, id } = await waiting()
  const paste = terminals.tmux.paste
  terminals.tmux.paste = async (terminal, text) => {
    terminals.screen = '> 1. mend the test\n  2. land it'
    return paste(terminal, text)
  }
  const text = '1. mend the test\n2. land it'
  assert.ok((await say(room, id, { text })).ok)
  assert.deepEqual(terminals.typed, [text, 'Enter'])
  await room.close()
})

test('an end while it is looked at counts: nothing is typed', async () => {
  const terminals = scriptTerminals()
  const { room, id, now } = await waiting({ terminals })
  terminals.tmux.front = async () => {
    await room.report(now().tmux_session, 'process.exit')
    return ok({ tty: '/dev/pts/1', command: 'sh', isFirst: true })
  }
  assert.equal(errorOf(await say(room, id, { text: 'yes' })), 'session_ended')
  assert.deepEqual(terminals.typed, [])
  await room.close()
})

test('a terminal that goes before the paste is told, in the history, too', async () => {
  const { room, terminals, id, now } = await waiting()
  terminals.close(now().tmux_session)
  assert.equal(errorOf(await say(room, id, { text: 'yes' })), 'no_terminal')
  assert.equal(now().state, 'awaiting_review')
  const { answers } = await room.context.answers.page(id, { limit: 10, before: null })
  assert.deepEqual(
    answers.map(({ state }) => state),
    ['failed'],
  )
  await room.close()
})

test('an unknown session, no text and a database that takes nothing are refused before a key is typed', async () => {
  const { room, terminals, id, now } = await waiting()
  assert.equal(errorOf(await say(room, 'nobody', { text: 'yes' })), 'not_found')
  assert.equal(errorOf(await say(room, id, { text: ' \n' })), 'invalid_request')
  const empty = await room.fillDisk()
  const refused = await say(room, id, { text: 'yes' })
  assert.equal(errorOf(refused), 'storage_unavailable')
  assert.ok(!refused.ok)
  assert.match(refused.error.reason, /stands in its prompt, but Enter was not pressed/)
  assert.deepEqual([terminals.typed, now().state], [['yes'], 'awaiting_review'])
  await empty()
  await room.close()
})

test('tmux that hangs at Enter is told; whether it was pressed shows by what follows', async () => {
  const { room, terminals, id } = await waiting()
  terminals.tmux.enter = async () => err({ kind: 'failed', reason: 'tmux did not answer in time' })
  const refused = await say(room, id, { text: 'yes' })
  assert.equal(errorOf(refused), 'tmux_unavailable')
  await room.close()
})

test('what was said is listed, newest first and by pages, with who said it', async () => {
  const { room, id } = await waiting()
  assert.ok((await say(room, id, { text: 'one' })).ok)
  assert.ok((await say(room, id, { text: 'two', who: { actor: 'agent', by: 'agent-lead', browser: null } })).ok)
  const first = await room.context.answers.page(id, { limit: 1, before: null })
  assert.deepEqual(
    first.answers.map(({ text, actor, by }) => [text, actor, by]),
    [['two', 'agent', 'agent-lead']],
  )
  const rest = await room.context.answers.page(id, { limit: 1, before: Number(first.next_cursor) })
  assert.deepEqual([rest.answers.map(({ text }) => text), rest.next_cursor], [['one'], null])
  await room.close()
})

test('an answer that was being typed when the service was killed is unknown, and the session still waits', async () => {
  const terminals = scriptTerminals()
  const { room, id } = await waiting({ terminals })
  let pasted = () => {}
  const isPasted = new Promise<void>((resolve) => (pasted = resolve))
  terminals.tmux.paste = async () => {
    pasted()
    return new Promise(() => {})
  }
  void say(room, id, { text: 'yes' })
  await isPasted
  await room.crash()
  const next = await openRoom({ home: room.home, terminals })
  const { answers } = await next.context.answers.page(id, { limit: 10, before: null })
  assert.deepEqual(
    answers.map(({ state, text }) => [state, text]),
    [['unknown', 'yes']],
  )
  assert.equal(next.context.registry.get(id)?.session.state, 'awaiting_review')
  await next.close()
})

/** Looks as many seconds as told. */
async function look(room: Room, seconds: number): Promise<void> {
  const turnLook = createTurnLook(room.context, { logSize: async () => null, isMotionReduced: async () => false })
  for (let second = 0; second < seconds; second++) {
    room.time.nowMs += 1000
    await turnLook()
  }
}

test('an answer that nothing follows puts the card back after 20 s, with its question', async () => {
  const { room, id, now } = await waiting()
  assert.ok((await say(room, id, { text: 'yes' })).ok)
  await look(room, 19)
  assert.equal(now().state, 'running')
  await look(room, 21)
  assert.deepEqual([now().state, now().cause?.source], ['awaiting_review', 'service'])
  assert.equal(now().cause?.metadata, 'still waiting after your answer')
  assert.equal(now().last_message, 'what now?')
  await room.close()
})

test('a Resume that nothing follows does so, too', async () => {
  const { room, id, now } = await waiting()
  await room.patch(id, { event: 'user.resume' })
  await look(room, 22)
  assert.deepEqual([now().state, now().cause?.metadata], ['awaiting_review', 'still waiting'])
  await room.close()
})

for (const [what, follow] of [
  ['output', ({ terminals }: Waiting) => void (terminals.screen = '$ what now?\nworking')],
  ['a hook', async ({ room, now }: Waiting) => void (await room.report(now().tmux_session, 'agent.tool_use'))],
] as const) {
  test(`${what} after an answer is a sign of work, however long it is quiet then`, async () => {
    const its = await waiting()
    assert.ok((await say(its.room, its.id, { text: 'yes' })).ok)
    await follow(its)
    await look(its.room, 60)
    assert.equal(its.now().state, 'running')
    await its.room.close()
  })
}

type Waiting = Awaited<ReturnType<typeof waiting>>

test('a service that starts anew still notices that nothing followed', async () => {
  const terminals = scriptTerminals()
  const { room, id } = await waiting({ terminals })
  assert.ok((await say(room, id, { text: 'yes' })).ok)
  await look(room, 5)
  await room.crash()
  const next = await openRoom({ home: room.home, terminals, nowMs: room.time.nowMs + 60_000 })
  await look(next, 25)
  const session = next.context.registry.get(id)?.session
  assert.deepEqual([session?.state, session?.cause?.metadata], ['awaiting_review', 'still waiting after your answer'])
  await next.close()
})

test('a service that starts anew long after the work began takes its quiet for work', async () => {
  const terminals = scriptTerminals()
  const { room, id } = await waiting({ terminals })
  assert.ok((await say(room, id, { text: 'yes' })).ok)
  terminals.screen = '$ what now?\ncompiling'
  await look(room, 5)
  await room.crash()
  const next = await openRoom({ home: room.home, terminals, nowMs: room.time.nowMs + 60_000 })
  await look(next, 60)
  assert.equal(next.context.registry.get(id)?.session.state, 'running')
  await next.close()
})
