// The real Claude Code, and its lives.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startFakeModel } from '../../support/fake-anthropic.ts'
import { claudeVariables, installClaude, settleClaude } from '../../support/claude.ts'
import { brokenOff, printBrokenOff, printDeniedHere, printLives, resumed, screenLives } from './life-rows.ts'
import type { ClientUnderTest } from './lives.ts'
import type { HeldModel } from './places.ts'

async function startModel(): Promise<HeldModel> {
  const model = await startFakeModel()
  const { url } = model
  return {
    url,
    waiting: model.waitingFor,
    answer: model.answerTo,
    [Symbol.asyncDispose]: () => model[Symbol.asyncDispose](),
  }
}

export const claude: ClientUnderTest = {
  agentType: 'code-agent',
  install: installClaude,
  startModel,
  async prepare({ home, project, url, bin }) {
    // A mode in which a tool asks its person.
    const interactive_command = ['claude', '--permission-mode', 'default']
    await mkdir(home.home, { mode: 0o700, recursive: true })
    await writeFile(
      join(home.home, 'config.json'),
      JSON.stringify({ agents: { 'code-agent': { interactive_command } } }),
      {
        mode: 0o600,
      },
    )
    await settleClaude(home.userHome, project)
    return claudeVariables(bin, url)
  },
  transcripts: {
    tool: /> TOOL:echo life[^]*\*\*Bash\*\* `echo life\d+x`[^]*```\nlife\d+x\n```/,
    'a tool that is denied': /\*\*Bash\*\* `touch life[^]*\(denied[^]*\*Stopped by its person\.\*/,
  },
  lives: [
    ...printLives,
    printBrokenOff('completed'),
    printDeniedHere('TOOL:touch {n}'),
    ...screenLives({
      tool: 'TOOL:touch {n}; sh hold {n}',
      asks: /Do you want to proceed/,
      allow: 'Enter',
      deny: 'Escape',
    }),
    brokenOff('Escape', /esc to interrupt/),
    brokenOff('C-c', /esc to interrupt/),
    resumed,
  ],
}
