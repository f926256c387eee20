// `orrery mcp install` and `uninstall`: one entry in the settings of an agent program.
import { join } from 'node:path'
import { err, ok } from '#base/result.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { editFile } from '#platform/server/files/edit-file.ts'
import { addServer, mcpSettings, removeServer, type McpClient } from '../../core/entry.ts'

export async function installEntry(cli: Cli, client: McpClient): Promise<void> {
  const [command = '', ...program] = cli.process.ownArgv
  const entry = { command, args: [...program, 'mcp'], env: { SERVICE_HOME: cli.home } }
  const edited = await editFile({
    path: fileOf(cli, client),
    links: 'follow',
    edit: ({ text }) => {
      const added = addServer(client, text, entry)
      return added.ok ? ok({ text: added.value }) : err(added.error)
    },
  })
  tell(cli, client, { edited, done: 'The tools are in', nothing: 'The tools are already in' })
}

export async function removeEntry(cli: Cli, client: McpClient): Promise<void> {
  const edited = await editFile({
    path: fileOf(cli, client),
    links: 'follow',
    edit: ({ text }) => {
      const rest = text === null ? ok(null) : removeServer(client, text)
      return rest.ok ? ok({ text: rest.value }) : err(rest.error)
    },
  })
  tell(cli, client, { edited, done: 'The tools are out of', nothing: 'Nothing of ours in' })
}

type Told = {
  readonly edited: Awaited<ReturnType<typeof editFile>>
  readonly done: string
  readonly nothing: string
}

function tell(cli: Cli, client: McpClient, { edited, done, nothing }: Told): void {
  const file = fileOf(cli, client)
  if (!edited.ok) {
    throw new CliError('refused', edited.error.reason, {
      hints: ['Mend the file, then run the command again. Nothing was changed.'],
    })
  }
  cli.output.result({ client, file, changed: edited.value }, `${edited.value ? done : nothing} ${file}`)
  if (edited.value) cli.output.note(`${mcpSettings[client].label} reads it at its next start.`)
}

function fileOf(cli: Cli, client: McpClient): string {
  return join(cli.process.userHome, ...mcpSettings[client].path)
}
