// `orrery approvals`, `orrery approve` and `orrery deny`.
import { printable } from '#base/printable.ts'
import { maxPageLimit } from '#platform/contract.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { exitCodes } from '#platform/server/cli/exit-codes.ts'
import type { Approval, ApprovalState, DecisionRequest } from '../../contract.ts'
import { pickApproval } from '../../core/pick.ts'
import { stateWords } from '../../core/words.ts'
import { approvalRoutes } from '../bound-routes.ts'
import { approvalTable, wholeApproval } from './show.ts'

export type ApprovalListOptions = { readonly state?: ApprovalState | 'all'; readonly check?: boolean }
export type ApproveOptions = { readonly suggestion?: number; readonly yes?: boolean }

/** With a word: that one, whole; one that is open before those that are over. */
export async function listApprovals(
  cli: Cli,
  typed: string | undefined,
  { state, check = false }: ApprovalListOptions,
) {
  const approvals = await read(cli, state === 'all' ? undefined : (state ?? 'open'))
  if (typed !== undefined) {
    const isOver = state === undefined && nobodyIs(approvals, typed)
    const approval = pick(isOver ? await read(cli, undefined) : approvals, typed, isOver ? 'approval' : 'open approval')
    return cli.output.result(approval, wholeApproval(approval, cli.output))
  }
  if (check && approvals.some((one) => one.state === 'open')) cli.exitCode = exitCodes.refused.code
  cli.output.result({ approvals }, approvals.length === 0 ? '' : approvalTable(approvals, cli.output))
  if (approvals.length === 0)
    cli.output.note((state ?? 'open') === 'open' ? 'No agent asks for anything.' : 'There is none.')
}

/** Shows the whole input and asks; `--yes` is for who has seen it. */
export async function approve(cli: Cli, typed: string | undefined, { suggestion, yes = false }: ApproveOptions) {
  const approval = pick(await read(cli, 'open'), typed)
  if (!yes) {
    cli.output.note(wholeApproval(approval, cli.output))
    if (cli.process.stdout.isTTY !== true) {
      throw new CliError('usage', 'approving needs a terminal to ask on, or --yes', {
        hints: [`See it with: orrery approvals ${approval.id}`],
      })
    }
    cli.output.note('Approve it? [y/N]')
    if (!/^y(?:es)?$/i.test((await cli.process.readLine()).trim())) return cli.output.note('Not approved.')
  }
  await decide(cli, approval, { decision: 'approve', ...(suggestion === undefined ? {} : { suggestion }) })
}

export async function deny(cli: Cli, typed: string | undefined, { reason }: { readonly reason?: string }) {
  const approval = pick(await read(cli, 'open'), typed)
  await decide(cli, approval, { decision: 'deny', ...(reason === undefined ? {} : { reason }) })
}

async function decide(cli: Cli, { id, input_hash: hash }: Approval, request: Omit<DecisionRequest, 'input_hash'>) {
  const body = { ...request, input_hash: hash }
  const { approval } = await cli.api.ask(approvalRoutes.decideApproval, { params: { id }, body })
  cli.output.result(approval, `${approval.summary}: ${stateWords(approval)}`)
}

async function read(cli: Cli, state: ApprovalState | undefined): Promise<readonly Approval[]> {
  const query = { limit: maxPageLimit, ...(state === undefined ? {} : { state }) }
  return (await cli.api.ask(approvalRoutes.listApprovals, { query })).approvals
}

/** Enough to choose from; more would scroll the reason away. */
const shownCandidates = 8

function nobodyIs(approvals: readonly Approval[], typed: string): boolean {
  const picked = pickApproval(approvals, typed)
  return !picked.ok && picked.error.length === 0
}

function pick(from: readonly Approval[], typed: string | undefined, noun = 'open approval'): Approval {
  const picked = pickApproval(from, typed ?? null)
  if (picked.ok) return picked.value
  if (picked.error.length === 0) {
    const what = typed === undefined ? 'no agent asks for anything' : `no ${noun} is called "${typed}"`
    throw new CliError('refused', what, { hints: ['See them with: orrery approvals --state all'] })
  }
  const shown = picked.error.slice(0, shownCandidates)
  throw new CliError('refused', `${picked.error.length} ${noun}s could be meant`, {
    hints: ['Name one of them:', ...shown.map(({ id, summary }) => `  ${id}  ${printable(summary)}`)],
  })
}
