import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, isOwnLine } from './failure.ts'
import { missingParts, notInstalled, saysNotInstalled } from './missing-program.ts'

const rows: readonly (readonly [what: string, exitCode: number, lastLine: string | null, failure: string | null])[] = [
  ['nothing written', 1, null, null],
  ['its last line', 1, 'API Error: 400 prompt is too long', 'API Error: 400 prompt is too long'],
  [
    'a program that is not there',
    127,
    'orrery: claude is not installed, or not on PATH (/usr/bin:/bin).',
    'claude is not installed: npm install -g @anthropic-ai/claude-code',
  ],
  [
    'one that we do not know, whose line was cut',
    127,
    'orrery: my tool is not installed, or not on PATH (/usr/b…',
    'my tool is not installed: install it, or add its folder to the PATH of the service',
  ],
  ['a program that misses another one', 127, 'sh: 1: jq: not found', 'sh: 1: jq: not found'],
  [
    'the words of the script in another program',
    3,
    'orrery: x is not installed, or not on PATH (/bin).',
    'x is not installed, or not on PATH (/bin).',
  ],
  ['a file that is no program', 126, 'orrery: /etc/hosts is not allowed to run.', '/etc/hosts is not allowed to run.'],
  [
    'a folder that is gone',
    1,
    'orrery: The working directory cannot be entered: /a',
    'The working directory cannot be entered: /a',
  ],
  ['a kill', 137, 'Reading file 4 of 9', 'killed, perhaps for lack of memory (SIGKILL)'],
  ['a kill that the shell tells of', 137, 'Killed', 'killed, perhaps for lack of memory (SIGKILL)'],
  ['an end by another', 143, null, 'ended by a signal: asked to end (SIGTERM)'],
  ['a crash', 139, 'Segmentation fault', 'crashed: memory that is not its own (SIGSEGV)'],
  ['a terminal that hung up', 129, null, 'ended by a signal: its terminal hung up (SIGHUP)'],
  ['a Ctrl+C', 130, '^C', 'interrupted by Ctrl+C (SIGINT)'],
  ['a quit', 131, null, 'ended by a signal: quit (SIGQUIT)'],
  ['a wrong instruction', 132, null, 'crashed: an instruction that this processor does not have (SIGILL)'],
  ['a program that gave up', 134, 'Aborted', 'crashed: it gave up by itself (SIGABRT)'],
  ['a file that went away below it', 135, null, 'crashed: memory or a file that is not there (SIGBUS)'],
  ['a division by zero', 136, null, 'crashed: an arithmetic error (SIGFPE)'],
  ['a reader that left', 141, null, 'ended by a signal: nobody read what it wrote (SIGPIPE)'],
  ['a status beyond all signals', 255, 'ssh: connect: refused', 'ssh: connect: refused'],
]
for (const [what, exitCode, lastLine, failure] of rows) {
  test(`why a run failed: ${what}`, () => assert.equal(failureOf({ exitCode, lastLine }), failure))
}

test('a line of our script is told from those of the agent', () => {
  assert.deepEqual(['orrery: x', 'an orrery: x', 'orrery:'].map(isOwnLine), [true, false, false])
})

test('only a command that we know is one to copy', () => {
  assert.deepEqual(missingParts(notInstalled('claude')), {
    what: 'claude is not installed',
    command: 'npm install -g @anthropic-ai/claude-code',
  })
  for (const words of [notInstalled('constructor'), 'claude is not installed: rm -rf /', 'API Error: 400', '']) {
    assert.equal(missingParts(words), null, words)
  }
})

test('words that a program is not installed are ours only as we write them', () => {
  for (const program of ['claude', 'my tool']) assert.equal(saysNotInstalled(notInstalled(program)), true)
  assert.equal(saysNotInstalled('jq is not installed: try apt'), false)
  assert.equal(saysNotInstalled('API Error: 400'), false)
})
