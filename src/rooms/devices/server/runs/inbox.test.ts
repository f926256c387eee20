// What waits to be written down: one after the other, no more of it than a bound, and acknowledged together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { StreamFrame } from '../../contract/from-device.ts'
import type { DeviceConnection } from '../device-connection.ts'
import { openInbox } from './inbox.ts'
import { createOutputTurns } from './output-turns.ts'
import type { Heard } from './streams.ts'

const megabyte = 1024 * 1024

function frameOf(seq: number, sessionId = 's1'): StreamFrame {
  const head = { v: 1, id: 'f', ts: '2026-11-20T10:00:00.000Z' } as const
  return { ...head, type: 'session.accepted', session_id: sessionId, run_id: 'r1', seq }
}

const have = ({ session_id, run_id, seq }: StreamFrame): Heard => ({ kind: 'have', mark: { session_id, run_id, seq } })

function outputOf(seq: number, sessionId = 's1'): StreamFrame {
  const { type: _type, ...head } = frameOf(seq, sessionId)
  return { ...head, type: 'session.stdout', data: 'eA==', at: 5 }
}

function open(
  hearing: (frame: StreamFrame) => Heard | Promise<Heard> = have,
  time = new ManualTime('2026-11-20T10:00:00.000Z'),
  outputTurns = createOutputTurns(time),
) {
  const did: string[] = []
  const heard: number[] = []
  const together: number[] = []
  const connection: DeviceConnection = {
    send(frame) {
      did.push(frame.type === 'session.ack' ? `ack ${frame.session_id} ${frame.seq}` : frame.type)
      return 'f'
    },
    sendTogether(frames) {
      for (const frame of frames) connection.send(frame)
    },
    sendInTurn() {},
    close: (code, reason) => void did.push(`close ${code}: ${reason}`),
    isOver: () => false,
    read: (unread) => (unread === 'other' || unread === 'broken' ? unread : JSON.parse(unread)),
    pause: () => void did.push('pause'),
    resume: () => void did.push('resume'),
  }
  const inbox = openInbox({
    deviceId: 'd1',
    connection,
    streams: {
      async hear(_, frame) {
        heard.push(frame.seq)
        return hearing(frame)
      },
      async hearOutput(_, frames) {
        heard.push(...frames.map(({ seq }) => seq))
        together.push(frames.length)
        let last = await hearing(frames[0])
        for (const frame of frames.slice(1)) last = await hearing(frame)
        return last
      },
    },
    timers: time,
    turns: outputTurns,
    onForeign: () => void did.push('foreign'),
  })
  return { inbox, did, heard, together, time }
}

/** Nothing is heard to its end before the gate is opened. */
function openGated() {
  const gate = Promise.withResolvers<void>()
  const opened = open(async (frame) => {
    await gate.promise
    return have(frame)
  })
  return { gate, ...opened }
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}

test('a flood is acknowledged as one for each run, a tenth of a second later, and once', async () => {
  const { inbox, did, time } = open()
  for (let seq = 1; seq <= 5; seq++) inbox.take(frameOf(seq), 100)
  inbox.take(frameOf(1, 's2'), 100)
  await turns()
  assert.deepEqual(did, [])
  await time.pass(100)
  assert.deepEqual(did, ['ack s1 5', 'ack s2 1'])
  await time.pass(1000)
  assert.equal(did.length, 2)
})

test('a device that sends faster than can be written down is not read until half of it is', async () => {
  const gate = Promise.withResolvers<void>()
  let waits = gate.promise
  const { inbox, did, heard } = open(async (frame) => {
    await waits
    return have(frame)
  })
  for (let seq = 1; seq <= 4; seq++) inbox.take(frameOf(seq), megabyte)
  await turns()
  assert.deepEqual(did, [], 'as much as the bound')
  inbox.take(frameOf(5), 1)
  inbox.take(frameOf(6), 1)
  assert.deepEqual([did, heard], [['pause'], [1]])
  const held = Promise.withResolvers<void>()
  gate.resolve()
  waits = held.promise
  await turns()
  // One was written down, the next one waits: it is far from half.
  assert.deepEqual(did, ['pause'])
  held.resolve()
  await turns()
  assert.deepEqual(
    [did, heard],
    [
      ['pause', 'resume'],
      [1, 2, 3, 4, 5, 6],
    ],
  )
})

test('frames of others are told of and not acknowledged', async () => {
  const { inbox, did, time } = open(() => ({ kind: 'foreign' }))
  inbox.take(frameOf(1), 1)
  for (const seq of [2, 3]) inbox.take(outputOf(seq), 1)
  await turns()
  await time.pass(100)
  assert.deepEqual(did, ['foreign', 'foreign', 'foreign'], 'each frame counts')
})

test('what can’t be taken ends the connection and all that waits', async () => {
  const { inbox, did, heard } = open(({ seq }) => ({ kind: 'stuck', reason: `number ${seq} ${'x'.repeat(200)}` }))
  for (let seq = 1; seq <= 3; seq++) inbox.take(frameOf(seq), 1)
  await turns()
  inbox.take(frameOf(4), 1)
  await turns()
  assert.deepEqual(heard, [1])
  assert.equal(did.length, 1)
  assert.match(did[0] ?? '', /^close go_on_anew: number 1 x+$/)
  assert.ok((did[0] ?? '').length < 130, 'a close frame bears little')
})

test('an end waits for what is at work, drops the rest, and acknowledges nothing more', async () => {
  const { gate, inbox, did, heard, time } = openGated()
  inbox.take(frameOf(1), 1)
  inbox.take(frameOf(2), 1)
  let hasEnded = false
  const ended = inbox.end().then(() => (hasEnded = true))
  await turns()
  assert.equal(hasEnded, false)
  gate.resolve()
  await ended
  inbox.take(frameOf(3), 1)
  await turns()
  await time.pass(1000)
  assert.deepEqual([heard, did, time.pending()], [[1], [], 0])
})

test('what is finished takes nothing more, and is over once all that waited is written down', async () => {
  const { gate, inbox, did, heard, time } = openGated()
  inbox.take(frameOf(1), 1)
  inbox.take(frameOf(2), 1)
  inbox.takeUnread(JSON.stringify(outputOf(3)))
  inbox.takeUnread(JSON.stringify(outputOf(1, 's2')))
  let hasEnded = false
  const ended = inbox.finish().then(() => (hasEnded = true))
  inbox.take(frameOf(4), 1)
  inbox.takeUnread(JSON.stringify(outputOf(5)))
  await turns()
  assert.deepEqual([hasEnded, heard], [false, [1]])
  gate.resolve()
  await ended
  await turns()
  await time.pass(1000)
  assert.deepEqual([heard, did, time.pending()], [[1, 2, 3, 1], [], 0])
})

test('what can’t be written at the finish ends it', async () => {
  const { inbox, heard } = open(() => ({ kind: 'stuck', reason: 'the disk is full' }))
  for (const seq of [1, 2]) inbox.takeUnread(JSON.stringify(outputOf(seq, `s${seq}`)))
  await inbox.finish()
  assert.deepEqual(heard, [1])
})

test('output waits for its turn behind what changes a state, on whichever connection; each stream keeps its order', async () => {
  const time = new ManualTime('2026-11-20T10:00:00.000Z')
  const shared = createOutputTurns(time)
  const heard: string[] = []
  const hear = (frame: StreamFrame): Heard => {
    heard.push(`${frame.session_id} ${frame.seq}`)
    return have(frame)
  }
  const [one, other] = [open(hear, time, shared), open(hear, time, shared)]
  one.inbox.take(outputOf(1, 'lines'), 100)
  one.inbox.take(outputOf(2, 'lines'), 100)
  other.inbox.take(outputOf(1, 'mixed'), 100)
  assert.deepEqual(heard, [])
  other.inbox.take(frameOf(2, 'mixed'), 100)
  await Promise.resolve()
  assert.equal(heard[0], 'mixed 1', 'what came before on the same connection goes first')
  await turns()
  assert.deepEqual(heard, ['mixed 1', 'mixed 2', 'lines 1', 'lines 2'])
  one.inbox.take(outputOf(3, 'lines'), 100)
  await one.inbox.end()
  await turns()
  assert.equal(heard.length, 4, 'what has no turn yet is dropped at the end, and comes again')
})

test('a turn is over after a millisecond, and the rest is taken in the next ones', async () => {
  const time = new ManualTime('2026-11-20T10:00:00.000Z')
  const shared = createOutputTurns(time)
  const done: string[] = []
  for (const name of ['a', 'b', 'c'])
    shared.add(async () => {
      done.push(name)
      await time.pass(name === 'a' ? 2 : 0)
    })
  await setImmediate()
  assert.deepEqual(done, ['a'])
  await turns()
  assert.deepEqual(done, ['a', 'b', 'c'])
})

test('output is read in its turn and written together, each run by itself; what is no output waits for its own run alone', async () => {
  const heard: string[] = []
  const { inbox, together } = open((frame) => {
    heard.push(`${frame.session_id} ${frame.seq}`)
    return have(frame)
  })
  const unread = (seq: number, sessionId: string) => inbox.takeUnread(JSON.stringify(outputOf(seq, sessionId)))
  for (const seq of [1, 2]) for (const id of ['a', 'b']) unread(seq, id)
  assert.deepEqual(heard, [])
  inbox.take(frameOf(3, 'b'), 100)
  await Promise.resolve()
  unread(4, 'b')
  await turns()
  assert.deepEqual(heard, ['b 1', 'b 2', 'b 3', 'a 1', 'a 2', 'b 4'])
  assert.deepEqual(together, [2, 2, 1])
})

test('what is none ends all that came after it, and what is of no stream is passed over', async () => {
  const { inbox, heard } = open()
  inbox.takeUnread('other')
  inbox.takeUnread(JSON.stringify(outputOf(1)))
  await turns()
  assert.deepEqual(heard, [1])
  inbox.takeUnread('broken')
  inbox.takeUnread(JSON.stringify(outputOf(2)))
  await turns()
  inbox.takeUnread(JSON.stringify(outputOf(3)))
  await turns()
  assert.deepEqual(heard, [1])
})

test('a device that sends very much has its output written without gathering more', async () => {
  const time = new ManualTime('2026-11-20T10:00:00.000Z')
  let hurried = 0
  const { inbox } = open(have, time, { ...createOutputTurns(time), add() {}, hurry: () => (hurried += 1) })
  const frame = JSON.stringify({ ...outputOf(1), data: 'A'.repeat(100 * 1024) })
  inbox.takeUnread(frame)
  inbox.takeUnread(frame)
  assert.equal(hurried, 0)
  inbox.takeUnread(frame)
  assert.equal(hurried, 1)
})
