// The report of a run: one aligned line for each promise, then how it was measured.
import { isMet, type Goal, type Line } from './line.ts'

const columns = ['row', 'measured', 'bare', 'ratio', 'goal', ''] as const

export function renderTable(lines: readonly Line[]): string {
  const rows = [columns, ...lines.map(cellsOf)]
  const widths = columns.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const table = rows.map((cells) =>
    cells
      .map((cell, column) => pad(cell, { column, widths }))
      .join('  ')
      .trimEnd(),
  )
  const notes = lines.flatMap(({ title, note }) => (note === null ? [] : [`${title}: ${note}.`]))
  return [...table, '', ...notes].join('\n')
}

function cellsOf(line: Line): readonly string[] {
  const { title, measured, bare, ratio, unit, goal } = line
  return [
    title,
    `${rounded(measured)} ${unit}`,
    bare === null ? '' : `${rounded(bare)} ${unit}`,
    ratio === null ? '' : `${ratio.toFixed(2)}x`,
    describeGoal(goal, unit),
    isMet(line) ? 'ok' : 'MISS',
  ]
}

function describeGoal({ of, bound, limit }: Goal, unit: string): string {
  const sign = bound === 'at least' ? '>=' : '<='
  return of === 'ratio' ? `${sign} ${limit}x` : `${sign} ${limit} ${unit}`
}

/** Three figures, or all of a large number. */
function rounded(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toPrecision(3)
}

/** Names to the left, numbers to the right. */
function pad(cell: string, { column, widths }: { column: number; widths: readonly number[] }): string {
  const width = widths[column] ?? 0
  return column === 0 || column === columns.length - 1 ? cell.padEnd(width) : cell.padStart(width)
}
