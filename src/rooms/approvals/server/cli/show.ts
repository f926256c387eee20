// How the command line shows what is asked: as a table, or one of them whole.
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import type { Colour, Output } from '#platform/server/cli/output.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Approval } from '../../contract.ts'
import { visible } from '../../core/visible.ts'
import { stateWords } from '../../core/words.ts'
import { viewInput, type ChangedLine } from '../../core/input-view.ts'

export function approvalTable(approvals: readonly Approval[], output: Output): string {
  return formatTable(
    approvals,
    [
      {
        title: 'STATE',
        text: (approval) => stateWords(approval),
        paint: (text, { state }) => output.paint(colours[state], text),
      },
      { title: 'SINCE', text: ({ asked_at: at }) => formatDuration(systemClock.now() - fromIso(at)) },
      {
        title: 'LEFT',
        text: ({ state, expires_at: until }) =>
          state === 'open' ? formatDuration(Math.max(0, fromIso(until) - systemClock.now())) : '-',
      },
      { title: 'WHO', text: ({ session_label: label }) => label, shrinks: { minimum: 16 } },
      { title: 'WHAT', text: ({ summary }) => summary, shrinks: { minimum: 20 } },
      { title: 'ID', text: ({ id }) => id },
    ],
    output.width,
  )
}

const colours: Readonly<Record<Approval['state'], Colour>> = {
  open: 'yellow',
  approved: 'green',
  applied: 'green',
  denied: 'red',
  expired: 'dim',
  answered_elsewhere: 'dim',
}

/** All of it: what a person approves is what stands there. */
export function wholeApproval(approval: Approval, output: Output): string {
  const { session_label: label, tool_name: tool, suggestions } = approval
  const offered = suggestions.map(({ index, label: words }) => `  --suggestion ${index}  ${words}`)
  return [
    `${visibleOnLine(label)} asks to use ${visibleOnLine(tool)}: ${stateWords(approval)}`,
    ...inputLines(approval, output),
    ...(offered.length === 0 ? [] : ['It can be approved with:', ...offered]),
  ].join('\n')
}

function inputLines({ input }: Approval, output: Output): string[] {
  const view = viewInput(input)
  switch (view.kind) {
    case 'command':
      return [...indented(view.command), ...fieldLines(view.rest)]
    case 'change':
      return [
        `  ${visibleOnLine(view.path)}`,
        ...view.lines.map((line) => changeLine(line, output)),
        ...fieldLines(view.rest),
      ]
    case 'fields':
      return fieldLines(view.fields)
  }
}

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${visibleOnLine(line)}`)

function fieldLines(fields: readonly { readonly name: string; readonly value: string }[]): string[] {
  return fields.flatMap(({ name, value }) => {
    const [first = '', ...more] = value.split('\n').map(visibleOnLine)
    return [`  ${visibleOnLine(name)}: ${first}`, ...more.map((line) => `    ${line}`)]
  })
}

function changeLine({ sign, text }: ChangedLine, output: Output): string {
  const line = visibleOnLine(text)
  if (sign === 'same') return `    ${line}`
  return sign === 'added' ? output.paint('green', `  + ${line}`) : output.paint('red', `  - ${line}`)
}

/** What nobody would see is told by its number; a tab would pass for a few blanks. */
const visibleOnLine = (text: string): string => visible(text).replaceAll(/[\t\n]/g, ' ')
