import assert from 'node:assert/strict'
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Writable } from 'node:stream'
import { until } from '#platform/server/tmux/tmux.testkit.ts'
import { atOnceBytes, readLog, recorderScript, rotateAtBytes } from './log-recorder.ts'

const limitBytes = 64 * 1024 * 1024

type Recorder = Disposable & {
  readonly home: string
  readonly log: string
  readonly stdin: Writable
  readonly ended: Promise<unknown>
}

function startRecorder(log = 'x.log'): Recorder {
  const home = mkdtempSync(join(tmpdir(), 'orrery-log-'))
  mkdirSync(join(home, 'logs'))
  writeFileSync(join(home, 'recorder.sh'), recorderScript)
  const path = join(home, 'logs', log)
  if (log === 'x.log') writeFileSync(path, '', { mode: 0o600 })
  const child: ChildProcessByStdio<Writable, null, null> = spawn('sh', [join(home, 'recorder.sh'), path], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin.on('error', () => {})
  return {
    home,
    log: path,
    stdin: child.stdin,
    ended: once(child, 'exit'),
    [Symbol.dispose]() {
      child.stdin.destroy()
      rmSync(home, { recursive: true })
    },
  }
}

const size = (path: string): number => statSync(path).size

test('output is in the log at once, byte for byte, and the recorder ends with it', async () => {
  using recorder = startRecorder()
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  recorder.stdin.write('first')
  await until('the first bytes are there', () => size(recorder.log) === 5)
  recorder.stdin.write(bytes)
  await until('the rest is there', () => size(recorder.log) === 261)
  recorder.stdin.end()
  await recorder.ended
  assert.deepEqual(readFileSync(recorder.log), Buffer.concat([Buffer.from('first'), bytes]))
})

test('many small pieces lose nothing', async () => {
  using recorder = startRecorder()
  let expected = ''
  for (let index = 0; index < 3000; index++) {
    expected += `${index}\n`
    if (!recorder.stdin.write(`${index}\n`) || index % 10 === 0) await new Promise(setImmediate)
  }
  recorder.stdin.end()
  await recorder.ended
  assert.equal(readFileSync(recorder.log, 'utf8'), expected)
})

/** Lines with growing numbers, a part of them at a time. */
function* numberedLines(count: number): Generator<string> {
  const atOnce = 100_000
  for (let from = 0; from < count; from += atOnce)
    yield Array.from({ length: atOnce }, (_, index) => `${String(from + index).padStart(7, '0')}\n`).join('')
}

test('a flood keeps its last 31 MiB or more, takes less than 64 MiB, and nothing is missing in what is kept', async () => {
  using recorder = startRecorder()
  const count = 9_000_000
  for (const part of numberedLines(count)) if (!recorder.stdin.write(part)) await once(recorder.stdin, 'drain')
  recorder.stdin.end()
  await recorder.ended
  const older = `${recorder.log}.1`
  const kept = Buffer.concat([readFileSync(older), readFileSync(recorder.log)])
  assert.ok(kept.length >= rotateAtBytes && kept.length <= limitBytes, `${kept.length} bytes`)
  const flood = Buffer.concat([...numberedLines(count)].map((part) => Buffer.from(part)))
  assert.ok(flood.subarray(flood.length - kept.length).equals(kept))
  assert.equal(statSync(recorder.log).mode & 0o777, 0o600)
  assert.equal(statSync(older).mode & 0o777, 0o600)
  const { home } = recorder
  const end = await readLog(home, 'x', { tailBytes: 1000, from: null })
  assert.ok(end !== null && end.isEnd && flood.subarray(-1000).equals(end.bytes))
  const most = await readLog(home, 'x', { tailBytes: limitBytes, from: null })
  assert.ok(most !== null && most.bytes.equals(kept))

  // From the beginning of what is kept it comes in parts, each behind the one before.
  const parts: Buffer[] = []
  let [from, isEnd]: [string | null, boolean] = [null, false]
  while (!isEnd) {
    const part = await readLog(home, 'x', { tailBytes: 0, from, isFromStart: true })
    assert.ok(part !== null && part.bytes.length <= atOnceBytes)
    assert.equal(part.isWhole, from !== null, 'what went before is missing, and nothing since')
    parts.push(part.bytes)
    ;[from, isEnd] = [part.next, part.isEnd]
  }
  assert.ok(parts.length > 3 && Buffer.concat(parts).equals(kept))
})

test('what came since an earlier answer is read to the byte, over a rotation and in whole characters', async () => {
  using recorder = startRecorder()
  const { home, log } = recorder
  const read = async (from: string | null) => {
    const part = await readLog(home, 'x', { tailBytes: 4, from })
    return [part?.bytes.toString(), part?.next ?? ''] as const
  }
  writeFileSync(log, 'one two')
  const [first, afterFirst] = await read(null)
  assert.equal(first, ' two')
  assert.equal((await read(afterFirst))[0], '')
  const euro = Buffer.from('€')
  appendFileSync(log, Buffer.concat([Buffer.from(' three'), euro.subarray(0, 2)]))
  const [second, afterSecond] = await read(afterFirst)
  assert.equal(second, ' three')
  appendFileSync(log, euro.subarray(2))
  renameSync(log, `${log}.1`)
  writeFileSync(log, 'four')
  const [third, afterThird] = await read(afterSecond)
  assert.equal(third, '€four')
  // A place that is no more, or never was: the end of the log.
  for (const from of ['1-1.0', `${afterThird}9`, 'nowhere', '']) assert.equal((await read(from))[0], 'four', from)
})

test('a log that is removed stays removed', async () => {
  using recorder = startRecorder()
  recorder.stdin.write('a')
  await until('the recorder runs', () => size(recorder.log) === 1)
  rmSync(recorder.log)
  // A pass of the recorder takes 256 reads.
  const feed = setInterval(() => recorder.stdin.write('more'), 1)
  await recorder.ended
  clearInterval(feed)
  assert.ok(!existsSync(recorder.log))
})

test('a recorder writes through no link and makes no log of its own', async () => {
  using recorder = startRecorder('none.log')
  recorder.stdin.write('a')
  await recorder.ended
  assert.ok(!existsSync(recorder.log))
  const target = join(recorder.home, 'target')
  writeFileSync(target, '')
  symlinkSync(target, recorder.log)
  const second = spawn('sh', [join(recorder.home, 'recorder.sh'), recorder.log], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  second.stdin.on('error', () => {})
  second.stdin.write('a')
  await once(second, 'exit')
  assert.equal(readFileSync(target, 'utf8'), '')
})

test('a disk that is full loses output and nothing else', { skip: !existsSync('/dev/full') }, async () => {
  using recorder = startRecorder()
  const full = `${recorder.log}.full`
  const script = recorderScript
    .replace('>&3', '>>"$(test -e "$log.full" && echo /dev/full || echo "$log")"')
    .replace('else\n', 'else\n: >"$log.failed"\n')
  writeFileSync(join(recorder.home, 'full.sh'), script)
  writeFileSync(full, '')
  const child = spawn('sh', [join(recorder.home, 'full.sh'), recorder.log], { stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.write('lost')
  await until('a write failed', () => existsSync(`${recorder.log}.failed`))
  rmSync(full)
  const feed = setInterval(() => child.stdin.write('more'), 1)
  await until('the log goes on', () => size(recorder.log) > 0)
  clearInterval(feed)
  child.stdin.end()
  await once(child, 'exit')
})

test('only a plain file of the logs is read', async () => {
  using recorder = startRecorder()
  const { home } = recorder
  writeFileSync(join(home, 'secret.log'), 'secret')
  symlinkSync(join(home, 'secret.log'), join(home, 'logs', 'link.log'))
  mkdirSync(join(home, 'logs', 'folder.log'))
  for (const id of ['../secret', 'link', 'folder', 'missing', '', 'a/b', '..', 'x.log', 'x\0']) {
    assert.equal(await readLog(home, id, { tailBytes: 100, from: null }), null, id)
  }
  assert.equal((await readLog(home, 'x', { tailBytes: 100, from: null }))?.bytes.length, 0)
})
