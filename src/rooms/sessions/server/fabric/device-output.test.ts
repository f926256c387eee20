import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#platform/server/clock.ts'
import { createDeviceOutput, halfBytes } from './device-output.ts'

test('what a kill left half written is cut off, and its number comes again', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-output-'))
  const [log, index] = [join(home, 'logs/s.log'), join(home, 'logs/s.index')]
  const part = (seq: number, text: string) => ({ seq, kind: 'stdout' as const, atMs: 5, data: Buffer.from(text) })
  const output = createDeviceOutput(home, systemClock)
  await output.append('s', 'r', [part(1, 'one\n'), part(3, 'two\n')])
  // Bytes without a line, and a line that is cut.
  appendFileSync(log, 'thr')
  appendFileSync(index, '["r",4,0.0')
  const again = createDeviceOutput(home, systemClock)
  assert.deepEqual([again.lastSeq('s', 'r'), again.lastSeq('s', 'other')], [3, 0])
  await again.append('s', 'r', [part(4, 'three\n')])
  assert.equal(readFileSync(log, 'utf8'), 'one\ntwo\nthree\n')
  assert.equal(readFileSync(index, 'utf8').trimEnd().split('\n').length, 3)
  // Killed between the two steps in which a full log is put aside.
  truncateSync(log, 0)
  const third = createDeviceOutput(home, systemClock)
  assert.equal(third.lastSeq('s', 'r'), 4)
  await third.append('s', 'r', [part(5, 'five\n')])
  assert.equal(readFileSync(log, 'utf8'), 'five\n')
  await third.append('../../x', 'r', [part(6, 'lie')])
  assert.equal(third.lastSeq('../../x', 'r'), 0)
  await rm(home, { recursive: true })
})

test('64 MiB of a run are kept, in two files of which the older one goes', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-output-'))
  const output = createDeviceOutput(home, systemClock)
  const data = Buffer.alloc(4 * 1024 * 1024, 'x')
  const sizes = (): number[] =>
    ['logs/s.log', 'logs/s.log.1'].map((name) => statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0)
  let seq = 0
  const append = () => output.append('s', 'r', [{ seq: (seq += 1), kind: 'stdout', atMs: 0, data }])
  while (seq * data.length < 2 * halfBytes) await append()
  assert.deepEqual(sizes(), [halfBytes, halfBytes], 'all of the first 64 MiB')
  await append()
  assert.deepEqual(sizes(), [data.length, halfBytes])
  assert.equal(createDeviceOutput(home, systemClock).lastSeq('s', 'r'), seq)
  await rm(home, { recursive: true })
})

test('more sessions than files may be open are written to all the same', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-output-'))
  const output = createDeviceOutput(home, systemClock)
  const many = 1010
  for (let seq = 1; seq <= 2; seq += 1)
    for (let one = 0; one < many; one += 1)
      await output.append(`s${one}`, 'r', [{ seq, kind: 'stdout', atMs: 0, data: Buffer.from(`${seq}\n`) }])
  assert.equal(readFileSync(join(home, 'logs/s0.log'), 'utf8'), '1\n2\n')
  assert.equal(createDeviceOutput(home, systemClock).lastSeq(`s${many - 1}`, 'r'), 2)
  for (let one = 0; one < many; one += 1) output.close(`s${one}`)
  await rm(home, { recursive: true })
})

test('what is written to tells its end without a look at the disk, unless an older half has a part of it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-output-'))
  const output = createDeviceOutput(home, { now: () => 1000 })
  const append = (seq: number, data: Buffer) => output.append('s', 'r', [{ seq, kind: 'stdout', atMs: 0, data }])
  assert.deepEqual([output.mark('s'), output.end('s', 10)], [null, null])
  await append(1, Buffer.from('one\ntwo ä'))
  assert.deepEqual(output.mark('s'), { size: 10, changedMs: 1000 })
  assert.deepEqual([output.end('s', 6), output.end('s', 100)].map(String), ['two ä', 'one\ntwo ä'])
  await append(2, Buffer.from('ä').subarray(0, 1))
  assert.equal(output.end('s', 6)?.toString(), 'wo ä', 'the rest of a character is on its way')
  await append(3, Buffer.alloc(halfBytes))
  await append(4, Buffer.from('new'))
  assert.deepEqual([output.end('s', 100), output.end('s', 3)?.toString()], [null, 'new'])
  output.close('s')
  assert.deepEqual([output.mark('s'), output.end('s', 3)], [null, null])
  await rm(home, { recursive: true })
})
