// Home as text: the sentence, the machine in a line, each block, and the first steps until they are done.
import { asTyped, type OwnCommand } from '#base/own-command.ts'
import { printable } from '#base/printable.ts'
import { fromIso } from '#base/time.ts'
import type { Colour, Output } from '#platform/server/cli/output.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import type { HomeAnswer, HomeBlock, HomeMachine, HomeRow, HomeStep } from '../../contract.ts'
import { sayWhen } from '../../core/when.ts'

type Shown = {
  readonly home: HomeAnswer
  readonly machine: HomeMachine
  /** Where a session runs, in words by its id; null where that goes without saying. */
  readonly placeOf: PlaceOf
}
type PlaceOf = (sessionId: string) => string | null
type Paper = Pick<Output, 'width' | 'paint'> & { readonly command: OwnCommand }

/** A terminal shows fewer rows than a page, which scrolls. */
const mostRows = 6

export function homeText({ home, machine, placeOf }: Shown, paper: Paper): string {
  const nowMs = fromIso(home.as_of)
  const isDone = home.steps.every(({ done }) => done)
  return [
    `${paper.paint('bold', home.call)} ${paper.paint('dim', home.rest)}`,
    paper.paint(machineColours[machine.level], printable(`${machine.says}.`)),
    ...home.blocks.map((block) => blockText(block, { nowMs, paper, placeOf })),
    ...(isDone ? [] : [stepsText(home.steps, paper)]),
  ].join('\n\n')
}

const machineColours: Readonly<Record<HomeMachine['level'], Colour>> = { ok: 'dim', warn: 'dim', fail: 'red' }

const colours: Readonly<Record<string, Colour>> = {
  running: 'blue',
  in_progress: 'blue',
  completed: 'green',
  success: 'green',
  done: 'green',
  awaiting_review: 'yellow',
  review: 'yellow',
  not_ok: 'yellow',
  failed: 'red',
  blocked: 'red',
}

type Around = { readonly nowMs: number; readonly paper: Paper; readonly placeOf: PlaceOf }

function blockText({ title, note, rows, total }: HomeBlock, { nowMs, paper, placeOf }: Around): string {
  const placeOfRow = ({ target }: HomeRow): string => (target?.kind === 'session' ? placeOf(target.id) : null) ?? ''
  const shown = rows.slice(0, mostRows)
  const table = formatTable<HomeRow>(
    shown,
    [
      {
        title: '',
        text: ({ state }) => `  ${state.replaceAll('_', ' ')}`,
        paint: (text, { state }) => paper.paint(colours[state] ?? 'dim', text),
      },
      { title: '', text: (row) => row.title, shrinks: { minimum: 24 } },
      ...(shown.some((row) => placeOfRow(row) !== '')
        ? [{ title: '', text: placeOfRow, shrinks: { minimum: 12 } }]
        : []),
      { title: '', text: ({ text }) => text ?? '', shrinks: { minimum: 16 } },
      { title: '', text: ({ at }) => (at === null ? '' : sayWhen(at, nowMs)) },
    ],
    paper.width,
  )
  const more = total > shown.length ? [paper.paint('dim', `  and ${total - shown.length} more`)] : []
  const head = note === null ? title : `${title}  ${paper.paint('dim', note)}`
  // The first line has the titles of the columns, of which there are none.
  return [paper.paint('bold', head), ...table.split('\n').slice(1), ...more].join('\n')
}

function commandsOf({ command, choices }: HomeStep): readonly string[] {
  if (choices.length > 0) return choices.map((choice) => choice.command)
  return command === null ? [] : [command]
}

function stepsText(steps: readonly HomeStep[], paper: Paper): string {
  const done = steps.filter((step) => step.done).length
  const lines = steps.map((step) => {
    const mark = step.done ? paper.paint('green', 'done') : paper.paint('dim', 'next')
    const note = step.note === null ? '' : paper.paint('dim', `  ${step.note}`)
    const commands = step.done ? [] : commandsOf(step).map((command) => `        ${asTyped(command, paper.command)}`)
    return [`  ${mark}  ${step.title}${note}`, ...commands].join('\n')
  })
  return [`${paper.paint('bold', 'First steps')}  ${paper.paint('dim', `${done} of ${steps.length}`)}`, ...lines].join(
    '\n',
  )
}
