// `orrery start` as nothing but the service: without the program of all commands, which costs time and then memory for as long
// as the service lives.
import { parseTemplate } from '#base/command-template.ts'
import type { PlainCli } from '#platform/server/cli/cli.ts'
import { explain } from '#platform/server/cli/explain.ts'
import { startCommand, type StartParts } from '#platform/server/cli/start-command.ts'
import { loadConfig } from '#platform/server/config/load-config.ts'

/** Resolves with the exit code; never rejects. As the command of the program does. */
export async function runStartAlone(cli: PlainCli, words: readonly string[]): Promise<number> {
  try {
    cli.speak({ json: words.includes('--json') })
    await startCommand(startPartsOf(cli), words.includes('--verbose') ? 'debug' : 'info')
    return cli.exitCode
  } catch (error) {
    return explain(cli, error)
  }
}

/** What a start needs of this process. */
export function startPartsOf(cli: PlainCli): StartParts {
  const { environment, userHome } = cli.process
  return {
    cli,
    load: () => loadConfig({ environment, userHome, parseTemplate }),
    startService: async (known) => {
      const { startService } = await import('./server.ts')
      return startService({ ...known, environment, userHome })
    },
  }
}
