// Puts the `orrery` command together from what platform and rooms bring.
import { Command } from 'commander'
import { loadConfig } from '#platform/server/config/load-config.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { prepareProgram } from '#platform/server/cli/run-command-line.ts'
import { addServiceCommands, loadedOrThrow } from '#platform/server/cli/service-commands.ts'
import { version } from '#platform/server/version.ts'
import { addStrandCommands } from '#rooms/flow/server/cli.ts'
import { addHookCommands } from '#rooms/hooks/server/cli.ts'
import { addGatewayCommands } from '#rooms/mirror/server/cli.ts'
import { addSessionCommands, parseTemplate } from '#rooms/sessions/server/cli.ts'
import { addTaskCommands } from '#rooms/tasks/server/cli.ts'
import { addTriageCommands } from '#rooms/triage/server/cli.ts'

/** Everything that only one command needs is loaded by that command. */
export function buildProgram(cli: Cli): Command {
  const { environment, userHome } = cli.process
  const load = () => loadConfig({ environment, userHome, parseTemplate })
  const program = prepareProgram(new Command('orrery'), cli)
    .description('A command center for people who run many AI agents.')
    .version(version)
  addServiceCommands(program, {
    cli,
    load,
    startService: async (config, log) => {
      const { startService } = await import('./server.ts')
      return startService(config, log)
    },
    checks: async (loaded) => {
      const { doctorChecks } = await import('./doctor.ts')
      return doctorChecks(cli, loaded)
    },
  })
  addSessionCommands(program, { cli, tmuxSocket: () => loadedOrThrow(load()).config.tmuxSocket })
  addTaskCommands(program, cli)
  addTriageCommands(program, cli)
  addGatewayCommands(program, cli)
  addStrandCommands(program, cli)
  addHookCommands(program, { cli, scripts: () => loadedOrThrow(load()).config.hooks })
  return program
}
