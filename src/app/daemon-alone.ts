// `orrery daemon run` as nothing but a daemon: without the program of all commands, which takes memory for as long as it lives.
import { parseTemplate } from '#base/command-template.ts'
import type { PlainCli } from '#platform/server/cli/cli.ts'
import { explain } from '#platform/server/cli/explain.ts'
import { loadedOrThrow } from '#platform/server/cli/loaded.ts'
import { loadConfig } from '#platform/server/config/load-config.ts'
import { startDaemon } from './daemon.ts'

/** Resolves with the exit code; never rejects. As the command of the program does. */
export async function runDaemonAlone(cli: PlainCli): Promise<number> {
  const { environment, userHome } = cli.process
  try {
    cli.outlivesReaders = true
    await startDaemon(cli, loadedOrThrow(loadConfig({ environment, userHome, parseTemplate })).config)
    return cli.exitCode
  } catch (error) {
    return explain(cli, error)
  }
}
