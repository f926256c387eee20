// `orrery triage show | explain`: the lanes as a table, and why one task is where it is.
import { printable } from '#base/printable.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import type { Lane, LaneEntry, LaneList, ScoreOverride } from '../../contract.ts'
import type { Explanation } from '../../contract/views.ts'
import { triageRoutes } from '../bound-routes.ts'

export async function showLanes(cli: Cli, wanted: readonly Lane[]): Promise<void> {
  const answer = await cli.api.ask(triageRoutes.readLanes)
  const lanes = answer.lanes.filter(({ lane }) => wanted.length === 0 || wanted.includes(lane))
  const filled = lanes.filter(({ entries }) => entries.length > 0)
  cli.output.result({ ...answer, lanes }, filled.map((lane) => laneText(cli, lane)).join('\n\n'))
  const { briefs_waiting: briefs, overrides_waiting: overrides, unplaced } = answer.state
  if (filled.length === 0) cli.output.note('The lanes are empty. Fill them: orrery triage run')
  const waiting = [
    ...(briefs === 0 ? [] : [counted(briefs, 'brief')]),
    ...(overrides === 0 ? [] : [counted(overrides, 'correction')]),
  ]
  if (waiting.length > 0) cli.output.note(`For the next run: ${waiting.join(' and ')}.`)
  if (unplaced > 0) cli.output.note(`In no lane: ${counted(unplaced, 'open task')}.`)
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

function laneText(cli: Cli, { lane, cap, entries }: LaneList): string {
  const head = cli.output.paint('bold', `${lane.toUpperCase()}  ${entries.length} of ${cap}`)
  const table = formatTable(
    entries,
    [
      { title: '#', text: ({ rank }) => String(rank) },
      { title: 'SCORE', text: ({ score }) => (score === null ? '–' : score.toFixed(1)) },
      { title: 'I·U·C·E', text: partsText },
      { title: 'MOVE', text: moveText },
      { title: 'TASK', text: ({ task }) => task.id },
      { title: 'TITLE', text: ({ task }) => task.title, shrinks: { minimum: 20 } },
      { title: 'NOTE', text: noteText, shrinks: { minimum: 10 } },
    ],
    cli.output.width,
  )
  return `${head}\n${table}`
}

function partsText({ parts }: LaneEntry): string {
  return parts === null ? '' : [parts.impact, parts.urgency, parts.confidence, parts.effort].join('·')
}

function moveText({ movement }: LaneEntry): string {
  if (movement === null || movement.kind === 'same') return ''
  return movement.kind === 'new' ? 'new' : `${movement.kind} ${movement.places}`
}

function noteText({ lock, overridden, pending }: LaneEntry): string {
  return [
    ...(lock === null ? [] : [`locked${lock.reason === null ? '' : `: ${lock.reason}`}`]),
    ...(overridden.length === 0 ? [] : [`your ${overridden.join(', ')}`]),
    ...pending.filter(({ dimension }) => dimension !== 'locked').map(pendingText),
  ].join('; ')
}

const pendingText = ({ dimension, new_value: to }: ScoreOverride): string => `waits: ${dimension} ${to}`

export async function explainTask(cli: Cli, id: string): Promise<void> {
  const answer = await cli.api.ask(triageRoutes.explainTask, { params: { task_id: id } })
  cli.output.result(answer, explanationText(answer.explanation))
}

function explanationText(explanation: Explanation): string {
  const { task, lane, rank, why, history, run, overrides, briefs } = explanation
  const [record] = history
  const said = record?.model_parts
  const lines = [
    `${task.id}  ${task.title}`,
    `Lane: ${lane === null ? 'none' : lane.toUpperCase()}${rank === null ? '' : `, rank ${rank}`}`,
    '',
    ...why,
    ...(said === undefined || said === null || run === null
      ? []
      : [
          '',
          `${run.model ?? 'The model'} said in run ${run.id}: impact ${said.impact}, urgency ${said.urgency}, confidence ${said.confidence}, effort ${said.effort}${record?.model_lane == null ? '' : `, ${record.model_lane.toUpperCase()}`}`,
          ...(record?.model_reason == null ? [] : [`  "${record.model_reason}"`]),
        ]),
    ...section('Corrections', overrides.map(overrideText)),
    ...section(
      'Briefs in the prompt',
      briefs.map(({ source, body }) => `${source}: ${body}`),
    ),
    ...section(
      'Earlier',
      history
        .slice(1)
        .map(
          ({ run_id, score, lane: was }) =>
            `run ${run_id}: ${score?.toFixed(1) ?? '–'}, ${was?.toUpperCase() ?? 'no lane'}`,
        ),
    ),
  ]
  return lines.map(printable).join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]
}

function overrideText({
  dimension,
  old_value: from,
  new_value: to,
  user_reason: reason,
  lane,
  applied_to_run_id: run,
}: ScoreOverride): string {
  const what =
    dimension === 'locked'
      ? to === '1'
        ? `locked at ${lane}`
        : 'unlocked'
      : `${dimension} ${from ?? 'unset'} to ${to}`
  const when = run === null ? 'waits for the next run' : `run ${run}`
  return `${what}${reason === null ? '' : `, ${reason}`} (${when})`
}
