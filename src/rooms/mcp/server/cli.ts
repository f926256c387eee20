// The commands by which agents get the tools: the conversation itself, and its entry in the settings of their programs.
import { Argument, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { mcpClients, type McpClient } from '../core/entry.ts'

/** `orrery mcp`. */
export const mcpCli: CliRoom = { name: 'mcp', addCommands: (program, { cli }) => addMcp(program, cli) }

const entryCommands = () => import('./cli/entry.ts')

function addMcp(program: Command, cli: Cli): void {
  const mcp = program
    .command('mcp')
    .summary('give agents the tools')
    .description('Tools by which agents see the board, file tasks and launch others: the Model Context Protocol.')
  mcp
    .command('serve', { isDefault: true })
    .summary('speak with an agent over stdin and stdout')
    .description(
      'Carry the conversation of an agent program to the running service. Agent programs start this by themselves.',
    )
    .action(async () => (await import('./cli/bridge.ts')).bridge(cli))
  mcp
    .command('install')
    .summary("put the tools into an agent program's settings")
    .description("Put the tools into an agent program's settings, beside your own servers.")
    .addArgument(clientArgument())
    .action(async (client: McpClient) => (await entryCommands()).installEntry(cli, client))
  mcp
    .command('uninstall')
    .summary('take the tools out again')
    .description("Take the tools out of an agent program's settings. Everything else in them stays as it is.")
    .addArgument(clientArgument())
    .action(async (client: McpClient) => (await entryCommands()).removeEntry(cli, client))
}

const clientArgument = (): Argument =>
  new Argument('[client]', 'whose settings').choices(mcpClients).default('claude', 'claude')
