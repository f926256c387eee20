import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cause, Session } from '../../contract.ts'
import { judgeTrial, printedOf, trialLimitSeconds, trialPrompt } from './trial.ts'

const cause = (source: Cause['source'], metadata: string | null): Cause => ({
  event: 'hook.to_review',
  source,
  metadata,
  at: '2026-11-22T19:00:00.000Z',
})
const trial = (state: Session['state'], more: Partial<Pick<Session, 'exit_code' | 'cause'>> = {}) => ({
  state,
  exit_code: null,
  cause: null,
  ...more,
})

test('a shell gets a line of a shell, an agent a question', () => {
  const asked: readonly (readonly [readonly string[], RegExp])[] = [
    [['sh', '-c', '{prompt}'], /^echo/],
    [['/bin/bash', '-lc', '{prompt}'], /^echo/],
    [['claude', '-p', '{prompt}'], /^Answer/],
    [['/opt/bin/codex', 'exec', '{prompt}'], /^Answer/],
    [[], /^Answer/],
  ]
  for (const [command, prompt] of asked) assert.match(trialPrompt(command), prompt, command.join(' '))
})

test('it is over once it ended, answered or asks, and at the limit', () => {
  const at = (seconds: number) => judgeTrial(trial('running'), seconds)
  assert.equal(at(0), null)
  assert.equal(at(trialLimitSeconds - 1), null)
  assert.equal(at(trialLimitSeconds)?.works, false)
  assert.equal(judgeTrial(trial('idle'), 1), null)
  assert.deepEqual(judgeTrial(trial('completed', { exit_code: 0 }), 2.04), {
    works: true,
    says: 'It ended after 2.0 s, with exit code 0.',
    hint: null,
  })
})

test('each way in which it does not work is told with what to do', () => {
  const failed = judgeTrial(trial('failed', { exit_code: 127, cause: cause('wrapper', 'codex is not there.') }), 1)
  assert.equal(failed?.says, 'It failed after 1.0 s: codex is not there (exit code 127).')
  const gone = judgeTrial(trial('failed'), 1)
  assert.equal(gone?.says, 'It failed after 1.0 s: without an exit code.')
  const asks = judgeTrial(trial('awaiting_review', { cause: cause('hook', 'Log in first') }), 3)
  assert.deepEqual([asks?.works, asks?.says], [false, 'It waits for a person after 3.0 s: “Log in first”.'])
  for (const verdict of [failed, gone, asks]) assert.ok(verdict?.hint)
  const stays = judgeTrial(trial('awaiting_review', { cause: cause('service', 'its turn ended') }), 12)
  assert.deepEqual([stays?.works, stays?.says], [true, 'It answered after 12.0 s, and goes on running.'])
})

test('what it printed is plain text, its last lines, without what is empty', () => {
  assert.equal(printedOf('\u001B[32mready\u001B[0m\r\n\r\n\u001B]0;title\u0007done\r\n'), 'ready\ndone')
  assert.equal(printedOf(' \r\n\u001B[2K\r\n'), null)
  const many = Array.from({ length: 40 }, (_, nth) => `line ${nth}`).join('\n')
  assert.deepEqual(printedOf(many)?.split('\n').slice(0, 1), ['line 28'])
})
