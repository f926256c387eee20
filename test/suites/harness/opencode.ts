// The real opencode, and its lives.
import { mkdir, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { delimiter, dirname, join } from 'node:path'
import { startAnyModel } from '../../support/fake-any-model.ts'
import { installNpmClient } from '../../support/npm-client.ts'
import { longScreenLives, printBrokenOff, printDenied, printLives, resumed } from './life-rows.ts'
import type { ClientUnderTest } from './lives.ts'

const run = promisify(execFile)

export const opencode: ClientUnderTest = {
  agentType: 'opencode',
  install: () => installNpmClient('opencode'),
  startModel: startAnyModel,
  async prepare({ home, temporary, url, bin }) {
    const folder = join(home.userHome, '.config/opencode')
    await mkdir(folder, { recursive: true })
    const fake = {
      npm: '@ai-sdk/openai-compatible',
      name: 'Fake',
      options: { baseURL: `${url}/v1`, apiKey: 'of-a-test' },
      models: { 'fake-model': { name: 'Fake' } },
    }
    const settings = {
      model: 'fake/fake-model',
      provider: { fake },
      autoupdate: false,
      share: 'disabled',
      snapshot: false,
    }
    await writeFile(join(folder, 'opencode.json'), JSON.stringify({ ...settings, permission: { bash: 'ask' } }))
    const variables = {
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      TMPDIR: temporary,
    }
    // Where there is any plugin, each start asks npm's registry for opencode's own kit: in a test there is no way there.
    const agent = { env: { npm_config_offline: 'true' } }
    await mkdir(home.home, { mode: 0o700, recursive: true })
    await writeFile(join(home.home, 'config.json'), JSON.stringify({ agents: { opencode: agent } }), { mode: 0o600 })
    // Its first start makes its database, and two of them at once would find it locked.
    await run('opencode', ['session', 'list'], { env: home.env({ ...variables, ...agent.env }), cwd: folder })
    return variables
  },
  lives: [
    // Its print mode denies what would have to be asked.
    ...printLives,
    printBrokenOff('failed'),
    printDenied('TOOL:touch {n}'),
    ...longScreenLives({
      tool: 'TOOL:sh hold {n}',
      asks: /Permission required/,
      allow: 'Enter',
      deny: 'Escape',
    }),
    {
      name: 'Ctrl+C in mid-turn ends it',
      mode: 'interactive',
      prompt: 'SLOW {n}',
      moments: [
        [{ asked: true }, 'running'],
        [{ press: 'C-c' }, 'completed'],
      ],
      states: ['running', 'completed'],
    },
    resumed,
  ],
}
