import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createControlLine } from './control-line.ts'

const longMs = 60_000

test('an answer is what came until its last line, also where two ask at once', async () => {
  const line = createControlLine(longMs)
  const written: string[] = []
  assert.equal(line.isOpen(), false)
  assert.equal(await line.ask('a\n', 'end'), null, 'nobody is connected')
  const connection = line.connect((text) => void written.push(text))
  const [first, second] = [line.ask('a\n', 'end a'), line.ask('b\n', 'end b')]
  for (const each of ['x', 'end a', 'y', 'end b', 'later']) connection.take(each)
  assert.deepEqual(await first, ['x', 'end a'])
  assert.deepEqual(await second, ['x', 'end a', 'y', 'end b'])
  assert.deepEqual(written, ['a\n', 'b\n'])
})

test('who waits for a connection that is lost, or that is silent, gets no answer', async () => {
  const line = createControlLine(longMs)
  const connection = line.connect(() => {})
  const asked = line.ask('a\n', 'end')
  const next = line.connect(() => {})
  connection.close()
  assert.equal(await asked, null)
  assert.equal(line.isOpen(), true, 'the newer one stands')
  next.close()
  assert.equal(line.isOpen(), false)
  const silent = createControlLine(1)
  silent.connect(() => {})
  assert.equal(await silent.ask('a\n', 'end'), null)
})
