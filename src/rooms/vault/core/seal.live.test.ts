// What the page and the command line encrypt is opened by the reference program of age, and the other way round.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import * as age from 'age-encryption'
import { open, seal } from './seal.ts'

const values = ['sk-12345678', 'with = signs, "quotes" and\nlines\n', 'schlüssel-鍵-🔑', 'x'.repeat(70_000)]

type Reference = Disposable & {
  readonly folder: string
  /** Runs a program of age; answers its stdout. */
  readonly run: (program: string, args: readonly string[], input?: string) => string
  /** An identity of its own, and what others encrypt to. */
  readonly makeIdentity: () => { readonly path: string; readonly identity: string; readonly recipient: string }
}

/** Null, once the test is left out, where the program is not installed. */
function referenceOf(t: TestContext): Reference | null {
  if (spawnSync('age', ['--version']).status !== 0) {
    t.skip('the program age is not installed (Debian: apt-get install age)')
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'orrery-age-'))
  const run: Reference['run'] = (program, args, input = '') => {
    const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    return stdout
  }
  let made = 0
  return {
    folder,
    run,
    makeIdentity() {
      const path = join(folder, `identity-${(made += 1)}`)
      run('age-keygen', ['-o', path])
      const identity = /^AGE-SECRET-KEY-.*$/m.exec(readFileSync(path, 'utf8'))?.[0] ?? assert.fail('no identity')
      return { path, identity, recipient: run('age-keygen', ['-y', path]).trim() }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

test('what is sealed here the reference program opens, by each of its recipients and by nobody else', async (t) => {
  using reference = referenceOf(t)
  if (reference === null) return
  const [device, recovery, outsider] = [1, 2, 3].map(() => reference.makeIdentity())
  assert.ok(device !== undefined && recovery !== undefined && outsider !== undefined)
  for (const value of values) {
    const sealed = await seal(age, value, [device.recipient, recovery.recipient])
    for (const person of [device, recovery]) {
      const told: string = reference.run('age', ['-d', '-i', person.path], sealed)
      assert.equal(told, value)
    }
    const { status, stderr } = spawnSync('age', ['-d', '-i', outsider.path], { input: sealed, encoding: 'utf8' })
    assert.notEqual(status, 0)
    assert.match(stderr, /no identity matched/)
    assert.equal(await open(age, sealed, outsider.identity), null)
  }
})

test('what the reference program encrypts to an identity that was made here is opened here', async (t) => {
  using reference = referenceOf(t)
  if (reference === null) return
  const identity = await age.generateIdentity()
  const recipient = await age.identityToRecipient(identity)
  const other = reference.makeIdentity()
  for (const value of values) {
    const plain = join(reference.folder, 'value')
    writeFileSync(plain, value)
    const sealed: string = reference.run('age', ['-e', '-a', '-r', recipient, '-r', other.recipient, plain])
    assert.equal(await open(age, sealed, identity), value)
    assert.equal(await open(age, sealed, other.identity), value)
  }
})
