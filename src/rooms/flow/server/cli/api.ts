// The requests that the strand commands share.
import { nearest } from '#base/nearest.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { RunDetail, Strand } from '../../contract.ts'
import type { StrandList } from '../../contract/requests.ts'
import { flowRoutes } from '../bound-routes.ts'

/** Every strand, and the files that brought none. */
export function fetchStrands(cli: Cli): Promise<StrandList> {
  return cli.api.ask(flowRoutes.listStrands)
}

export function fetchRun(cli: Cli, id: string): Promise<RunDetail> {
  return cli.api.ask(flowRoutes.readRun, { params: { id } })
}

/** Enough to choose from. */
const shownCandidates = 8

/** The strand with this id, else the only one whose id begins so. Throws `CliError` when none, or several, are meant. */
export async function findStrand(cli: Cli, name: string): Promise<Strand> {
  const { strands } = await fetchStrands(cli)
  const exact = strands.find(({ id }) => id === name)
  if (exact !== undefined) return exact
  const ids = strands.map(({ id }) => id)
  const begun = strands.filter(({ id }) => id.startsWith(name))
  const [only] = begun
  if (only !== undefined && begun.length === 1) return only
  if (begun.length > 1) {
    throw new CliError('refused', `"${name}" could be ${begun.length} strands`, {
      hints: ['Name one of them in full:', ...begun.slice(0, shownCandidates).map(({ id }) => `  ${id}`)],
    })
  }
  const meant = nearest(name, ids)
  throw new CliError('refused', `no strand is called "${name}"`, {
    hints: [...(meant === null ? [] : [`Did you mean ${meant}?`]), 'See all of them with: orrery strand ls --all'],
  })
}
