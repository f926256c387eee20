// The real Codex, and its lives.
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { startAnyModel } from '../../support/fake-any-model.ts'
import { installNpmClient } from '../../support/npm-client.ts'
import { brokenOff, printBrokenOff, printDenied, printLives, resumed, screenLives } from './life-rows.ts'
import type { ClientUnderTest } from './lives.ts'

export const codex: ClientUnderTest = {
  agentType: 'codex',
  install: () => installNpmClient('codex'),
  startModel: startAnyModel,
  async prepare({ home, project, url, bin }) {
    await mkdir(join(home.userHome, '.codex'))
    const settings = [
      'model = "fake-model"',
      'model_provider = "fake"',
      'approval_policy = "on-request"',
      '[model_providers.fake]',
      'name = "fake"',
      `base_url = "${url}/v1"`,
      'wire_api = "responses"',
      'env_key = "OPENAI_API_KEY"',
      `[projects."${project}"]`,
      'trust_level = "trusted"',
    ]
    await writeFile(join(home.userHome, '.codex/config.toml'), `${settings.join('\n')}\n`)
    return { PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter), OPENAI_API_KEY: 'of-a-test' }
  },
  transcripts: {
    tool: /> TOOL:echo life[^]*\*\*exec\\_command\*\* `echo life\d+x; exit 3` \(failed, exit 3[^]*```\nlife\d+x\n```/,
    'a tool that is denied': /\*\*exec\\_command\*\* `sh hold life[^]*\(denied/,
    'Escape in mid-turn': /> SLOW life[^]*\*Stopped by its person\.\*/,
  },
  lives: [
    ...printLives.map((life) => (life.name === 'tool' ? { ...life, prompt: 'TOOL:echo {n}; exit 3' } : life)),
    printBrokenOff('failed'),
    printDenied('ASK:touch {n}'),
    ...screenLives({
      tool: 'ASK:sh hold {n}',
      asks: /Would you like to run the following command/,
      allow: 'y',
      deny: 'Escape',
    }),
    brokenOff('Escape', /esc to interrupt/),
    brokenOff('C-c', /esc to interrupt/),
    resumed,
  ],
}
