// Values of SQLite as PostgreSQL takes them: a column has one kind there, and a text no NUL.
import type { CopiedColumn, CopiedTable } from './plan-copy.ts'

/** What of the values had to be changed. */
export type Changed = { textsWithNul: number; roundedNumbers: number }

/** What stands in a column that is not of its kind. */
export class UnfitValueError extends Error {
  override readonly name = 'UnfitValueError'
}

/** As a parameter of pg. */
export type SentCell = string | number | Buffer | null

type Read = string | number | bigint | null | Uint8Array

/** SQLite keeps any value in any column. Throws `UnfitValueError`. */
export function toSent(
  value: Read,
  place: { readonly table: CopiedTable; readonly column: CopiedColumn },
  changed: Changed,
): SentCell {
  if (value === null) return null
  switch (place.column.kind) {
    case 'BIGINT':
      return toWhole(value, changed) ?? refuse(value, place)
    case 'DOUBLE PRECISION':
      return typeof value === 'number' || typeof value === 'bigint' ? String(value) : refuse(value, place)
    case 'TEXT':
      return toText(value, changed) ?? refuse(value, place)
    case 'BYTEA':
      return value instanceof Uint8Array ? Buffer.from(value) : refuse(value, place)
  }
}

function toWhole(value: Read, changed: Changed): string | null {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  changed.roundedNumbers += 1
  return String(Math.round(value))
}

function toText(value: Read, changed: Changed): string | null {
  // A number in a column of texts is one to SQLite, too, as soon as it is compared.
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  if (!value.includes('\0')) return value
  changed.textsWithNul += 1
  return value.replaceAll('\0', '\u{fffd}')
}

function refuse(value: Read, { table, column }: { readonly table: CopiedTable; readonly column: CopiedColumn }): never {
  const kind = value instanceof Uint8Array ? 'bytes' : typeof value === 'string' ? 'a text' : 'a number'
  throw new UnfitValueError(`${table.name}.${column.name} holds ${kind} where PostgreSQL has ${column.kind}`)
}
