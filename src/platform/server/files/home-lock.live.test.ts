import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isHomeLocked, lockHome } from './home-lock.ts'

const module = join(import.meta.dirname, 'home-lock.ts')

/** Takes the lock, says 'held' or 'refused', and keeps it until killed. */
const holderSource = `
  const { lockHome } = await import(${JSON.stringify(module)})
  const lock = lockHome(process.argv[1])
  console.log(lock === null ? 'refused' : 'held')
  setInterval(() => lock, 1000)
`

async function startHolder(home: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holderSource, home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [part] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: part.toString().trim() }
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function withHome(act: (home: string) => Promise<void>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'orrery-lock-'))
  try {
    await act(home)
  } finally {
    await rm(home, { recursive: true })
  }
}

test('two processes never hold one home, and kill -9 frees it at once', () =>
  withHome(async (home) => {
    assert.equal(isHomeLocked(home), false)
    const first = await startHolder(home)
    assert.equal(first.said, 'held')
    assert.equal(isHomeLocked(home), true)
    const second = await startHolder(home)
    assert.equal(second.said, 'refused')
    await killed(second.child)
    assert.equal(isHomeLocked(home), true)

    await killed(first.child)
    assert.equal(isHomeLocked(home), false)
    const third = await startHolder(home)
    assert.equal(third.said, 'held')
    await killed(third.child)
  }))

test('a lock that is given up can be taken again, and its file is private', () =>
  withHome(async (home) => {
    const before = process.umask(0)
    const first = lockHome(home)
    process.umask(before)
    assert.ok(first)
    assert.equal(lockHome(home), null)
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    using second = lockHome(home)
    assert.ok(second)
    assert.equal((await stat(join(home, 'lock.db'))).mode & 0o777, 0o600)
  }))

test('a look at the lock refuses nobody a start', () =>
  withHome(async (home) => {
    lockHome(home)?.[Symbol.dispose]()
    for (let look = 0; look < 50; look++) assert.equal(isHomeLocked(home), false)
    using lock = lockHome(home)
    assert.ok(lock)
  }))
