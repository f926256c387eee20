import assert from 'node:assert/strict'
import { readFileSync, rmSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { newRecord } from '../../core/record.ts'
import { mostTextBytes, readSessionsFile } from './read-sessions-file.ts'
import { createRegistry } from '../registry.ts'
import { createSessionsFile } from './sessions-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'orrery-read-sessions-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'sessions.json')

/** More than one slice of the writer, lines that cross the reader's chunks, and characters of several bytes. */
function writeOwn(prompts: readonly string[]): string {
  const registry = createRegistry()
  for (const [index, prompt] of prompts.entries()) {
    const terminal = {
      agentType: 'shell',
      tmuxSession: `agent-${index}`,
      label: 'one',
      prompt,
      taskId: null,
      dependsOn: [],
    }
    const rest = { at: '2026-11-20T08:00:00.000Z', origin: 'launched', workingDir: null } as const
    registry.put(newRecord({ id: `s${index}`, ...terminal, ...rest, interactive: false, runnable: true }))
  }
  const dismissed = { tmux_session: 'gone ]}', gone_since_ms: null, tmux_id: null, tmux_created_ms: null, run_id: null }
  registry.remember(dismissed)
  const file = createSessionsFile({ path, registry, lastSeq: () => 7, onError: (error) => assert.fail(String(error)) })
  file.touch()
  file.flushSync()
  return readFileSync(path, 'utf8')
}

const bound = 100
/** More than one line, and less than two. */
const lineBound = 1000

test('a file too large for one text is read by its lines, to the same sessions', () => {
  writeOwn(['small', '“€”\n]}'.repeat(1000), 'x'.repeat(1_500_000), '', 'y'.repeat(700_000)])
  const whole = readSessionsFile(path)
  assert.equal(whole.kind === 'read' && whole.content.sessions.length, 5)
  assert.deepEqual(readSessionsFile(path, 1_600_000), whole)
  writeOwn([])
  assert.deepEqual(readSessionsFile(path, bound), readSessionsFile(path, mostTextBytes))
})

test('a large file that another program or version wrote a session a line is read as a small one is', () => {
  const sessions = [
    '{"id":"a","tmux_session":"agent-a","state":"idle"}',
    '{"id":"b","tmux_session":"agent-b","state":"failed"}',
  ]
  writeFileSync(path, `{"sessions":[\n${sessions.join(',\n')}\n]}`)
  const read = readSessionsFile(path, bound)
  assert.deepEqual(read.kind === 'read' && read.content.sessions.map(({ id }) => id), ['a', 'b'])
  assert.deepEqual(read, readSessionsFile(path))
})

test('a large file of ours that was cut at any byte after its first line is damaged', () => {
  const text = writeOwn(['one', 'two', 'three'])
  // The last newline is no part of the JSON: without it the file is whole.
  for (let length = lineBound + 1; length < text.length - 1; length++) {
    writeFileSync(path, text.slice(0, length))
    assert.deepEqual(readSessionsFile(path, lineBound), { kind: 'damaged' }, text.slice(length - 20, length))
  }
})

const foreign = {
  'is one line': JSON.stringify({ sessions: [{ id: 'a', tmux_session: 'a', state: 'idle', prompt: 'x'.repeat(500) }] }),
  'is spread over lines': JSON.stringify({ sessions: [{ id: 'a', tmux_session: 'a', state: 'idle' }] }, null, 2).padEnd(
    200,
  ),
}

for (const [how, text] of Object.entries(foreign)) {
  test(`a large file that ${how} is refused in words and stays as it is`, () => {
    writeFileSync(path, text)
    assert.throws(
      () => readSessionsFile(path, bound),
      (error) =>
        error instanceof CliError && /larger than .* a session a line/.test(error.message) && error.hints.length > 0,
    )
    assert.equal(readFileSync(path, 'utf8'), text)
  })
}
