// The commands of the guide's page on the tools, as they stand there: beside a person's own servers, and without a trace.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../support/entry.ts'
import { makeHome } from '../../support/home.ts'
import { orrery } from '../../support/service.ts'

test('each of them works, and the second half undoes the first', async () => {
  await using place = await makeHome()
  const own = '{\n  "mcpServers": {\n    "mine": { "command": "x" }\n  }\n}\n'
  const files = {
    claude: join(place.userHome, '.claude.json'),
    codex: join(place.userHome, '.codex/config.toml'),
    gemini: join(place.userHome, '.gemini/settings.json'),
  }
  mkdirSync(join(place.userHome, '.codex'))
  writeFileSync(files.claude, own)
  writeFileSync(files.codex, 'model = "x"\n')
  const text = readFileSync(join(root, 'docs/guide/mcp.md'), 'utf8')
  const lines = (/```sh\n([^`]*)```/.exec(text)?.[1] ?? '').trim().split('\n')
  assert.equal(lines.length, 6)
  const run = async (line: string) => {
    const { code, err } = await orrery(place, line.split(' ').slice(1))
    assert.equal(code, 0, `${line}: ${err}`)
  }
  for (const line of lines.slice(0, 3)) await run(line)
  const entries = Object.values(files).map((file) => readFileSync(file, 'utf8'))
  for (const entry of entries) assert.match(entry, /launch\.mjs[^]*"mcp"[^]*SERVICE_HOME/)
  for (const line of lines.slice(0, 3)) await run(line)
  assert.deepEqual(
    Object.values(files).map((file) => readFileSync(file, 'utf8')),
    entries,
    'twice is once',
  )
  for (const line of lines.slice(3)) await run(line)
  assert.equal(readFileSync(files.claude, 'utf8'), own)
  assert.equal(readFileSync(files.codex, 'utf8'), 'model = "x"\n')
  assert.equal(existsSync(files.gemini), false)
  for (const line of lines.slice(3)) await run(line)
})
