// `orrery triage run | runs | cancel`: starts a run and follows it, with its moves at the end.
import { setTimeout as wait } from 'node:timers/promises'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { Colour } from '#platform/server/cli/output.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import type { Lane, LaneMove, RunSummary, TriageRun, TriageStatus } from '../../contract.ts'
import { runNotes } from '../../core/run-notes.ts'
import { triageRoutes } from '../bound-routes.ts'
import { whenText } from './text.ts'

export type RunFlags = { readonly dryRun?: boolean; readonly wait: boolean }

type WholeRun = TriageRun & { readonly moves: LaneMove[] }

/** Often enough for a person who watches, seldom enough for the service. */
const lookAgainMs = 300

/** Throws `CliError` for a run that failed, so that a script knows. */
export async function runTriage(cli: Cli, options: RunFlags): Promise<void> {
  const started = await cli.api.ask(triageRoutes.startTriageRun, { query: { dry_run: options.dryRun === true } })
  if (!options.wait) return cli.output.result(started, String(started.run_id))
  const run = await followRun(cli, started.run_id)
  if (run.status === 'failed') {
    const { reason, hint, code } = run.error ?? { reason: 'the run failed', hint: null, code: 'unknown' }
    const body = { ok: false, error: code, reason, ...(hint === null ? {} : { hint }), run }
    throw new CliError('refused', reason, { hints: hint === null ? [] : [hint], body })
  }
  cli.output.result({ run }, run.status === 'cancelled' ? `Run ${run.id} is cancelled` : runText(cli, run))
  if (run.can_apply) cli.output.note(`Apply it as it stands: orrery triage apply ${run.id}`)
}

/** Throws `CliError` where something changed since the preview. */
export async function applyPlan(cli: Cli, id: string): Promise<void> {
  const { run } = await cli.api.ask(triageRoutes.applyTriageRun, { params: { id } })
  const answer = await cli.api.ask(triageRoutes.readTriageRun, { params: { id: run.id } })
  cli.output.result(answer, runText(cli, answer.run))
  cli.output.note(`The plan of run ${id} is applied, as run ${run.id}`)
}

async function followRun(cli: Cli, id: number): Promise<WholeRun> {
  const stop = cli.process.catchSignals()
  let said = ''
  let isCancelled = false
  for (;;) {
    const { run } = await cli.api.ask(triageRoutes.readTriageRun, { params: { id } })
    if (run.status !== 'running') return run
    const progress = progressText(run)
    if (progress !== said) cli.output.note(progress)
    said = progress
    if (stop.aborted && !isCancelled) {
      isCancelled = true
      await cancel(cli, id)
    }
    await wait(lookAgainMs)
  }
}

function progressText({ id, progress }: TriageRun): string {
  if (progress === null) return `Run ${id} is under way`
  if (progress.phase === 'asking') return `Run ${id} asks the model: ${progress.done} of ${progress.total} tasks`
  return `Run ${id} is ${progress.phase}`
}

function runText(cli: Cli, run: WholeRun): string {
  const moves = run.moves.filter(({ from_lane: from, to_lane: to }) => from !== to)
  const summary = `${run.dry_run ? 'Would be: ' : ''}${summaryText(run.run_summary)}`
  const head = [summary, ...(run.run_summary === null ? [] : runNotes(run.run_summary))].join('\n')
  if (moves.length === 0) return `${head}\nNo task changes its lane.`
  const table = formatTable(
    moves,
    [
      { title: 'TASK', text: ({ task_id: id }) => id },
      { title: 'FROM', text: ({ from_lane: lane }) => laneText(lane) },
      { title: 'TO', text: ({ to_lane: lane }) => laneText(lane) },
      { title: 'RANK', text: ({ to_rank: rank }) => (rank === null ? '–' : String(rank)) },
      { title: 'WHY', text: ({ why }) => why, shrinks: { minimum: 20 } },
      { title: 'TITLE', text: ({ title }) => title, shrinks: { minimum: 20 } },
    ],
    cli.output.width,
  )
  return `${head}\n${table}`
}

const laneText = (lane: Lane | null): string => (lane === null ? '–' : lane.toUpperCase())

function summaryText(summary: RunSummary | null): string {
  if (summary === null) return ''
  const { scored, locked, moved, unscored } = summary
  return `${scored} scored, ${locked} locked, ${moved} moved${unscored === 0 ? '' : `, ${unscored} not scored yet`}`
}

const colours: Readonly<Record<TriageStatus, Colour>> = {
  running: 'blue',
  success: 'green',
  failed: 'red',
  cancelled: 'dim',
}

export async function listRuns(cli: Cli): Promise<void> {
  const answer = await cli.api.ask(triageRoutes.listTriageRuns)
  const table = formatTable(
    answer.runs,
    [
      { title: 'RUN', text: ({ id }) => String(id) },
      {
        title: 'STATUS',
        text: ({ status }) => status,
        paint: (text, { status }) => cli.output.paint(colours[status], text),
      },
      { title: 'STARTED', text: ({ started_at: at }) => whenText(at) },
      { title: 'RESULT', text: resultText, shrinks: { minimum: 20 } },
    ],
    cli.output.width,
  )
  cli.output.result(answer, answer.runs.length === 0 ? '' : table)
  if (answer.runs.length === 0) cli.output.note('No runs yet. Start one: orrery triage run')
}

function resultText({ dry_run: isDry, error, run_summary: summary }: TriageRun): string {
  return `${isDry ? 'dry run: ' : ''}${error === null ? summaryText(summary) : error.reason}`
}

export async function cancelRun(cli: Cli, id: string | null): Promise<void> {
  const chosen = id ?? (await runningId(cli))
  const answer = await cancel(cli, chosen)
  cli.output.result(answer, `Run ${answer.run.id} is ${answer.run.status}`)
}

async function runningId(cli: Cli): Promise<number> {
  const { runs } = await cli.api.ask(triageRoutes.listTriageRuns, { query: { status: 'running', limit: 1 } })
  const [run] = runs
  if (run === undefined) throw new CliError('refused', 'no run goes on', { hints: ['See them: orrery triage runs'] })
  return run.id
}

async function cancel(cli: Cli, id: string | number) {
  return cli.api.ask(triageRoutes.cancelTriageRun, { params: { id } })
}
