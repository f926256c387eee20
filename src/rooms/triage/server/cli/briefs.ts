// `orrery brief add | ls | rm`.
import { maxPageLimit } from '#platform/contract.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import type { BriefSource } from '../../contract.ts'
import { triageRoutes } from '../bound-routes.ts'
import { removeAll, textFrom, whenText } from './text.ts'

export type BriefOptions = { readonly source: BriefSource; readonly tag?: readonly string[] }

export async function addBrief(cli: Cli, words: readonly string[], { source, tag }: BriefOptions): Promise<void> {
  const body = { source, body: await textFrom(cli, words), ...(tag === undefined ? {} : { tags: [...tag] }) }
  const answer = await cli.api.ask(triageRoutes.createBrief, { body })
  cli.output.result(answer, String(answer.id))
  cli.output.note('The next run reads it: orrery triage run')
}

export async function listBriefs(cli: Cli, consumed: boolean): Promise<void> {
  const answer = await cli.api.ask(triageRoutes.listBriefs, { query: { consumed, limit: maxPageLimit } })
  const table = formatTable(
    answer.briefs,
    [
      { title: 'ID', text: ({ id }) => String(id) },
      { title: 'WHEN', text: ({ created_at: at }) => whenText(at), paint: (text) => cli.output.paint('dim', text) },
      { title: 'SOURCE', text: ({ source }) => source },
      { title: 'TAGS', text: ({ tags }) => tags.join(' ') },
      { title: 'BRIEF', text: ({ body }) => body, shrinks: { minimum: 20 } },
    ],
    cli.output.width,
  )
  cli.output.result(answer, answer.briefs.length === 0 ? '' : table)
  if (answer.briefs.length === 0) {
    const hint = consumed ? 'No run has read a brief yet.' : 'No brief waits. Add one: orrery brief add "What is new"'
    cli.output.note(hint)
  }
}

export const removeBriefs = (cli: Cli, ids: readonly string[]): Promise<void> =>
  removeAll(cli, ids, (id) => cli.api.ask(triageRoutes.deleteBrief, { params: { id } }))
