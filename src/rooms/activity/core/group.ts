// Rows that say the same one after the other are shown as one.
import type { ActivityRow } from '../contract.ts'

/** The newest speaks for them. */
export type RowGroup = { readonly id: string; readonly rows: readonly [ActivityRow, ...ActivityRow[]] }

/** `rows` in their order; only neighbours are put together, so that the order stays true. A group keeps the id of its oldest. */
export function groupRepeats(rows: readonly ActivityRow[]): RowGroup[] {
  const groups: [ActivityRow, ...ActivityRow[]][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last !== undefined && saysTheSame(last[0], row)) last.push(row)
    else groups.push([row])
  }
  return groups.map((same) => ({ id: (same.at(-1) ?? same[0]).id, rows: same }))
}

/** Each by itself. */
export const eachAlone = (rows: readonly ActivityRow[]): RowGroup[] => rows.map((row) => ({ id: row.id, rows: [row] }))

/** Runs of a strand are subjects of their own, and each that succeeds tells how long it took: they say the same all the same. */
const subjectOf = ({ subject: { type, id, label } }: ActivityRow): string => (type === 'run' ? label : id)
const toldIn = ({ kind, text }: ActivityRow): string => (kind === 'run.succeeded' ? '' : text)

function saysTheSame(one: ActivityRow, other: ActivityRow): boolean {
  return (
    one.kind === other.kind &&
    toldIn(one) === toldIn(other) &&
    subjectOf(one) === subjectOf(other) &&
    one.actor.kind === other.actor.kind &&
    one.actor.name === other.actor.name
  )
}
