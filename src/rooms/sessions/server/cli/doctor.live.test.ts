import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import type { Harness } from '#base/harness/adapter.ts'
import { checkAgents } from './doctor.ts'

test('doctor says which version of each agent program is installed, and waits for none that says nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-doctor-'))
  const install = async (name: string, script: string): Promise<void> => {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }
  const agent = (program: string, harness: Harness | null) => ({
    label: program,
    command: [program],
    interactiveCommand: null,
    harness,
    env: {},
  })
  try {
    await install('claude', '[ "$1" = --version ] && echo "2.1.100 (Claude Code)"')
    await install('codex', 'echo "codex-cli 0.169.0-beta.1"')
    await install('gemini', 'echo broken; exit 1')
    const agents = {
      'code-agent': agent('claude', 'code-agent'),
      codex: agent('codex', 'codex'),
      gemini: agent('gemini', 'gemini'),
      mine: agent('sh', null),
    }
    const environment = { PATH: [folder, process.env.PATH].join(delimiter) }
    const found = await checkAgents(agents, environment)
    assert.deepEqual(
      [found.level, found.says],
      [
        'ok',
        'all installed: code-agent 2.1.100, older than what was tried (2.1.328), codex 0.169.0-beta.1, gemini, mine',
      ],
    )
    // Nothing is started again before the program is another one.
    await install('gemini', 'touch "$0.started"; echo 0.61.0')
    await checkAgents(agents, environment)
    await rm(join(folder, 'gemini.started'))
    assert.match((await checkAgents(agents, environment)).says, /gemini 0\.61\.0/)
    assert.equal(existsSync(join(folder, 'gemini.started')), false)
    const missing = await checkAgents({ ...agents, opencode: agent('no-such-opencode', 'opencode') }, environment)
    assert.match(missing.says, /^not on PATH: opencode \(no-such-opencode\); installed: code-agent 2\.1\.100, older/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
