import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NoTerminal, TerminalThere } from '#rooms/terminal/contract.ts'
import { ManualTime } from '../../../testing/manual-time.testkit.ts'
import { aheadBytes } from '../contract/terminal-looks.ts'
import type { HubFrame } from './device-connection.ts'
import { createDeviceTerminals } from './device-terminals.ts'

const there: TerminalThere = { kind: 'there', deviceId: 'd1', sessionId: 's1', runId: 'r1', tmuxSession: 'agent-x' }
const wish = { mode: 'write', columns: 80, rows: 24 } as const
const head = { v: 1, id: 'f', ts: '2026-11-20T10:00:00.000Z' } as const

async function open(isConnected = true) {
  const time = new ManualTime(head.ts)
  const sent: HubFrame[] = []
  let output = ''
  const ends: NoTerminal[] = []
  const terminals = createDeviceTerminals({
    isConnected: () => isConnected,
    send: (_id, frame) => void sent.push(frame),
    request: async () => null,
    nameOf: () => 'Forge',
    timers: time,
  })
  const events = { onData: (text: string) => void (output += text), onEnd: (why: NoTerminal) => void ends.push(why) }
  const attached = await terminals.attach(there, wish, events)
  const [opening] = sent
  const id = opening?.type === 'terminal.open' ? opening.terminal_id : ''
  const show = (text: string, deviceId = 'd1') => {
    const data = Buffer.from(text).toString('base64')
    return terminals.hear(deviceId, { ...head, type: 'terminal.data', terminal_id: id, data })
  }
  return { time, sent, ends, terminals, attached, show, output: () => output }
}

test('a device that is away opens nothing, and the refusal names it', async () => {
  const { attached, sent } = await open(false)
  assert.equal(attached.ok ? null : attached.error.reason, 'device_offline')
  assert.deepEqual(sent, [])
})

test('output of another device’s terminal, or of none, goes nowhere', async () => {
  const { show, terminals, output } = await open()
  assert.equal(show('mine', 'd2'), 'foreign')
  assert.equal(terminals.hear('d1', { ...head, type: 'terminal.data', terminal_id: 'other', data: '' }), 'late')
  assert.equal(show('yours'), 'taken')
  assert.equal(output(), 'yours')
})

test('the hub tells what it took, and nothing while the page is behind; who goes on all the same is cut off', async () => {
  const { attached, show, sent, ends } = await open()
  const part = 'x'.repeat(aheadBytes / 4)
  const taken = () => sent.flatMap((frame) => (frame.type === 'terminal.taken' ? [frame.bytes] : []))
  show(part)
  assert.deepEqual(taken(), [part.length])
  assert.ok(attached.ok)
  attached.value.pause()
  for (let count = 0; count < 3; count++) show(part)
  assert.deepEqual(taken(), [part.length])
  attached.value.resume()
  assert.deepEqual(taken(), [part.length, 4 * part.length])
  attached.value.pause()
  for (let count = 0; count < 40; count++) show(part)
  assert.deepEqual([ends.map(({ reason }) => reason), sent.at(-1)?.type], [['failed'], 'terminal.close'])
})

test('a daemon that never heard of terminals is told of as one, and a lost connection ends the look once', async () => {
  const silent = await open()
  await silent.time.pass(16_000)
  assert.match(silent.ends[0]?.message ?? '', /^Forge did not open its terminal\. Update the daemon/)
  const cut = await open()
  cut.show('hello')
  cut.terminals.leave('d1')
  cut.terminals.leave('d1')
  await cut.time.pass(60_000)
  assert.deepEqual(
    cut.ends.map(({ reason }) => reason),
    ['device_offline'],
  )
  assert.equal(cut.show('late'), 'late')
})

test('a large paste travels in frames that fit', async () => {
  const { attached, sent } = await open()
  assert.ok(attached.ok)
  attached.value.write('é'.repeat(400_000))
  const parts = sent.flatMap((frame) => (frame.type === 'terminal.data' ? [Buffer.from(frame.data, 'base64')] : []))
  assert.equal(Buffer.concat(parts).toString(), 'é'.repeat(400_000))
  assert.ok(parts.every(({ length }) => length <= 256 * 1024))
})
