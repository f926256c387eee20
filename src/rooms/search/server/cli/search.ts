// `orrery search`: what has all the words, the best first.
import { printable } from '#base/printable.ts'
import { shortSpan } from '#base/short-span.ts'
import { fromIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import { countLimit, searchKinds, type SearchAnswer, type SearchKind, type SearchResult } from '../../contract.ts'
import { searchRoutes } from '../bound-routes.ts'

export type SearchOptions = { readonly kind?: SearchKind; readonly limit: number; readonly rebuild?: boolean }

export async function search(cli: Cli, words: readonly string[], options: SearchOptions): Promise<void> {
  if (options.rebuild === true) return rebuild(cli, words)
  if (words.length === 0) {
    throw new CliError('usage', 'no words to look for were given', { hints: ['As in: orrery search disk quota'] })
  }
  const { kind, limit } = options
  const query = { q: words.join(' '), limit, ...(kind === undefined ? {} : { kind }) }
  const answer = await cli.api.ask(searchRoutes.search, { query })
  cli.output.result(answer, answer.results.length === 0 ? '' : resultTable(cli, answer.results))
  cli.output.note(remarkOn(answer))
}

async function rebuild(cli: Cli, words: readonly string[]): Promise<void> {
  if (words.length > 0) throw new CliError('usage', '--rebuild takes no words')
  const answer = await cli.api.ask(searchRoutes.rebuildSearchIndex, {})
  cli.output.result(answer, 'the index is filled again in the background')
}

function resultTable({ output }: Pick<Cli, 'output'>, results: readonly SearchResult[]): string {
  const nowMs = systemClock.now()
  return formatTable(
    results,
    [
      { title: 'KIND', text: ({ kind }) => kind },
      { title: 'ID', text: ({ id }) => printable(id) },
      { title: 'TITLE', text: ({ title }) => printable(title), shrinks: { minimum: 16 } },
      { title: 'STATE', text: ({ state }) => state?.replaceAll('_', ' ') ?? '-' },
      { title: 'CHANGED', text: ({ at }) => `${shortSpan(nowMs - fromIso(at))} ago` },
      {
        title: 'TEXT',
        text: ({ snippet, where }) => printable(snippet === '' ? where : snippet),
        shrinks: { minimum: 20 },
      },
    ],
    output.width,
  )
}

function remarkOn({ results, found, is_complete: isComplete }: SearchAnswer): string {
  const counted = searchKinds.filter((kind) => found[kind] > 0)
  const all = counted.map((kind) => `${found[kind] > countLimit ? `more than ${countLimit}` : found[kind]} of ${kind}`)
  const filling = isComplete ? '' : ' The index is being filled: there may be more.'
  if (results.length === 0) return `Nothing has all these words.${filling}`
  return `Found: ${all.join(', ')}.${filling}`
}
