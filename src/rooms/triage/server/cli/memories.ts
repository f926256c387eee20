// `orrery triage memory add | ls | rm`.
import type { Cli } from '#platform/server/cli/cli.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { triageRoutes } from '../bound-routes.ts'
import { removeAll, textFrom } from './text.ts'

export async function addMemory(cli: Cli, words: readonly string[]): Promise<void> {
  const body = { body: await textFrom(cli, words) }
  const answer = await cli.api.ask(triageRoutes.createMemory, { body })
  cli.output.result(answer, String(answer.memory.id))
}

export async function listMemories(cli: Cli): Promise<void> {
  const answer = await cli.api.ask(triageRoutes.listMemories)
  const table = formatTable(
    answer.memories,
    [
      { title: 'ID', text: ({ id }) => String(id) },
      { title: 'NOTE', text: ({ body }) => body, shrinks: { minimum: 20 } },
    ],
    cli.output.width,
  )
  cli.output.result(answer, answer.memories.length === 0 ? '' : table)
  if (answer.memories.length === 0) cli.output.note('No notes. Keep one: orrery triage memory add "Customers first"')
}

export const removeMemories = (cli: Cli, ids: readonly string[]): Promise<void> =>
  removeAll(cli, ids, (id) => cli.api.ask(triageRoutes.deleteMemory, { params: { id } }))
