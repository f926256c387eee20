// Puts the `orrery` command together from what platform and rooms bring.
import { Command } from 'commander'
import type { Cli, PlainCli } from '#platform/server/cli/cli.ts'
import { withApi } from '#platform/server/cli/create-cli.ts'
import { isHomeLocked } from '#platform/server/files/home-lock.ts'
import { prepareProgram, runCommandLine } from '#platform/server/cli/run-command-line.ts'
import { loadedOrThrow } from '#platform/server/cli/loaded.ts'
import { addServiceCommands } from '#platform/server/cli/service-commands.ts'
import { ownCommandOf } from '#platform/server/cli/own-command.ts'
import { version } from '#platform/server/version.ts'
import { addDaemonCommands } from '#rooms/devices/daemon/cli.ts'
import { addExamples } from './cli-examples.ts'
import { rooms } from './cli-rooms.ts'
import { startPartsOf } from './start-alone.ts'

/** Everything that only one command needs is loaded by that command. */
export function buildProgram(cli: Cli): Command {
  const { environment } = cli.process
  const parts = startPartsOf(cli)
  const { load } = parts
  const program = prepareProgram(new Command('orrery'), cli)
    .description('A command center for people who run many AI agents.')
    .version(version)
  addServiceCommands(program, {
    ...parts,
    cli,
    runDoctor: async ({ fix }) => {
      const { runDoctor } = await import('./doctor.ts')
      await runDoctor(cli, { loaded: load(), fix: fix === true })
    },
  })
  const loaded = () => loadedOrThrow(load())
  for (const room of rooms) room.addCommands(program, { cli, loaded, config: () => loaded().config })
  addDaemonCommands(program, {
    cli,
    config: () => loaded().config,
    startDaemon: async (config) => {
      const { startDaemon } = await import('./daemon.ts')
      await startDaemon(cli, config)
    },
    endAgents: async (config) => {
      const { endAgents } = await import('./daemon.ts')
      await endAgents(cli, config)
    },
  })
  addExamples(program, ownCommandOf(environment))
  return program
}

/** Resolves with the exit code; never rejects. `words` are those after `orrery`. */
export function runProgram(plain: PlainCli, words: readonly string[]): Promise<number> {
  const cli = withApi(plain)
  return runCommandLine(buildProgram(cli), cli, meantBy(words, cli))
}

/** `orrery` alone is Home while a service runs, and the help before that. */
export function meantBy(words: readonly string[], { home }: Pick<Cli, 'home'>): readonly string[] {
  const isBare = words.every((word) => word === '--json')
  return isBare && isHomeLocked(home) ? [...words, 'home'] : words
}
