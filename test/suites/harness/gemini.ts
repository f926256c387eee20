// The real Gemini CLI, and its lives.
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { startAnyModel } from '../../support/fake-any-model.ts'
import { installNpmClient } from '../../support/npm-client.ts'
import { brokenOff, printBrokenOff, printDenied, printLives, resumed, screenLives } from './life-rows.ts'
import type { ClientUnderTest } from './lives.ts'

export const gemini: ClientUnderTest = {
  agentType: 'gemini',
  install: () => installNpmClient('gemini'),
  startModel: startAnyModel,
  async prepare({ home, url, bin }) {
    await mkdir(join(home.userHome, '.gemini'))
    // Each start of it removes chats of the project in which nothing was said yet: those of lives that start beside it.
    const settings = `// Of a test.
{
"general": { "sessionRetention": { "enabled": false } },
"security": { "folderTrust": { "enabled": false }, "auth": { "selectedType": "gemini-api-key" } }
}
`
    await writeFile(join(home.userHome, '.gemini/settings.json'), settings)
    return {
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
      GEMINI_API_KEY: 'of-a-test',
      GOOGLE_GEMINI_BASE_URL: url,
    }
  },
  transcripts: {
    text: /> Say something, life[^]*\n\nAll is well\.\n/,
    'a tool that is denied': /\*\*Shell\*\* `sh hold life[^]*\(denied/,
    'Escape in mid-turn': /> SLOW life[^]*\*Request cancelled\.\*/,
  },
  lives: [
    ...printLives.filter(({ name }) => name !== 'TERM'),
    {
      name: 'TERM ends it in mid-turn, with 0',
      mode: 'print',
      prompt: 'SLOW {n}',
      moments: [
        [{ asked: true }, 'running'],
        [{ signal: 'TERM' }, 'completed'],
      ],
      states: ['running', 'completed'],
    },
    printBrokenOff('failed'),
    printDenied('TOOL:touch {n}'),
    ...screenLives({ tool: 'TOOL:sh hold {n}', asks: /Allow execution of/, allow: 'Enter', deny: 'Escape' }),
    brokenOff('Escape', /esc to cancel/),
    brokenOff('C-c', /esc to cancel/),
    resumed,
  ],
}
