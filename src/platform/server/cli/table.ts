// Aligned columns for a terminal: the widest cell sets the width, and one column gives way when the line is too long.
import { printable } from '#base/printable.ts'

export type Column<Row> = {
  readonly title: string
  readonly text: (row: Row) => string
  /** Applied after padding, so that colour codes do not count as width. */
  readonly paint?: (text: string, row: Row) => string
  /** Shortened first, down to `minimum` characters. */
  readonly shrinks?: { readonly minimum: number }
}

const gap = '  '

/** Lines joined by newlines, the titles first. `width` null cuts nothing. */
export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number | null): string {
  const cells = rows.map((row) => columns.map((column) => printable(column.text(row))))
  const widths = fit(columns, natural(columns, cells), width)
  const head = columns.map((column, index) => pad(column.title, widths[index] ?? 0)).join(gap)
  const lines = rows.map((row, line) => {
    const texts = columns.map((column, index) => {
      const padded = pad(cells[line]?.[index] ?? '', widths[index] ?? 0)
      return column.paint === undefined ? padded : column.paint(padded, row)
    })
    return texts.join(gap).trimEnd()
  })
  return [head.trimEnd(), ...lines].join('\n')
}

function natural<Row>(columns: readonly Column<Row>[], cells: readonly (readonly string[])[]): number[] {
  return columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((row) => displayWidth(row[index] ?? ''))),
  )
}

function fit<Row>(columns: readonly Column<Row>[], widths: readonly number[], limit: number | null): number[] {
  if (limit === null) return [...widths]
  let excess = widths.reduce((sum, one) => sum + one, gap.length * (widths.length - 1)) - limit
  return widths.map((one, index) => {
    const minimum = columns[index]?.shrinks?.minimum ?? one
    const cut = Math.max(0, Math.min(excess, one - minimum))
    excess -= cut
    return one - cut
  })
}

function pad(text: string, width: number): string {
  const whole = displayWidth(text)
  if (whole <= width) return text + ' '.repeat(width - whole)
  let kept = ''
  for (const character of text) {
    if (displayWidth(kept + character) > width - 1) break
    kept += character
  }
  return `${kept}…${' '.repeat(width - 1 - displayWidth(kept))}`
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]$/u

/** Columns that a terminal gives to the text: two for East Asian characters and pictures, none for marks. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) width += zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}
