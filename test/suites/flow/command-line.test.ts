// From the command line alone: a strand is written, loaded, run and watched, and the exit code tells its outcome.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'

let home: TestHome
let service: Service

before(async () => {
  home = await makeHome()
  service = await startService(home)
})

after(async () => {
  await service?.[Symbol.asyncDispose]()
  await home?.[Symbol.asyncDispose]()
})

const strand = (...args: readonly string[]) => orrery(home, ['strand', ...args])

test('the example that new writes loads and runs with its input', async () => {
  assert.equal((await strand('new', 'hello')).code, 0)
  assert.match((await strand('reload')).out, /^17 strands loaded\n$/)
  const run = await strand('run', 'hello', '-i', '{"name":"Ada"}', '--follow')
  assert.deepEqual([run.code, run.out], [0, 'greet | Hello, Ada\ncount | 10 letters\n'])
  const wrong = await strand('run', 'hello', '-i', '{"name":7}')
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /input\.name/)
})

test('copies of built-in strands load in their place, do the same, and a failed run is exit code 1', async () => {
  for (const id of ['docs-drift-check', 'research-pipeline', 'fpa-validator']) {
    assert.equal((await strand('new', '--from', id)).code, 0)
  }
  assert.deepEqual((await strand('reload')).err, '')
  const { out } = await strand('show', 'docs-drift-check')
  assert.match(out, /workflows\/docs-drift-check\.ts/)
  assert.equal((await strand('run', 'docs-drift-check', '--follow')).code, 0)
  // Its plugin is missing, which is no failure: 69 says that something has to be set up.
  const missing = await strand('run', 'research-pipeline', '--follow')
  assert.equal(missing.code, 69)
  assert.match(missing.err, /There is no plugin named research/)
  const failed = await strand('run', 'backup-runner', '--follow')
  assert.equal(failed.code, 1)
  assert.match(failed.err, /not yet wired/)
  const runId = /orrery strand retry (\S+)/.exec(failed.err)?.[1] ?? ''
  const again = await strand('retry', runId, '--follow')
  assert.equal(again.code, 1)
  const unset = /run (\S+)/.exec(missing.err)?.[1] ?? ''
  const logs = await strand('logs', unset, 'scrape')
  assert.match(logs.out, /There is no plugin named research/)
})
