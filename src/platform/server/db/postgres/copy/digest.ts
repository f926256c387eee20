// Whether a table holds there what was sent: a sum over its rows, whatever their order.
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { SentCell } from './convert.ts'
import type { ColumnKind, CopiedTable } from './plan-copy.ts'

/** Of each row the first 60 bits of the MD5 of its cells: against mistakes, not against anybody. */
const digits = 15
const between = '\u{1f}'
const none = '\u{1e}'

/** How PostgreSQL writes a cell of the kind, so that it is the same text as here. */
const textThere: Readonly<Record<ColumnKind, (column: string) => string>> = {
  TEXT: (column) => column,
  BIGINT: (column) => `${column}::text`,
  'DOUBLE PRECISION': (column) => `encode(float8send(${column}), 'hex')`,
  BYTEA: (column) => `encode(${column}, 'hex')`,
}

export interface Digest {
  /** Values by column, as they are sent. */
  add(batch: readonly (readonly SentCell[])[]): void
  value(): string
}

export function createDigest({ columns }: CopiedTable): Digest {
  let sum = 0n
  return {
    add(batch) {
      const rows = batch[0]?.length ?? 0
      for (let row = 0; row < rows; row += 1) {
        const cells = columns.map(({ kind }, at) => textHere(batch[at]?.[row] ?? null, kind))
        const hash = createHash('md5').update(cells.join(between)).digest('hex')
        sum += BigInt(`0x${hash.slice(0, digits)}`)
      }
    },
    value: () => String(sum),
  }
}

function textHere(cell: SentCell, kind: ColumnKind): string {
  if (cell === null) return none
  if (cell instanceof Buffer) return cell.toString('hex')
  if (kind !== 'DOUBLE PRECISION') return String(cell)
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(Number(cell))
  return bytes.toString('hex')
}

/** The same of the rows that are there, and how many they are. */
export async function digestThere(
  client: Pick<ClientBase, 'query'>,
  { name, columns }: CopiedTable,
): Promise<{ readonly rows: number; readonly digest: string }> {
  const cells = columns.map((column) => `coalesce(${textThere[column.kind](`"${column.name}"`)}, chr(30))`).join(', ')
  const hash = `md5(convert_to(concat_ws(chr(31), ${cells}), 'UTF8'))`
  const { rows } = await client.query<{ count: string; sum: string }>(
    `SELECT count(*)::text AS count, coalesce(sum(('x' || substr(${hash}, 1, ${digits}))::bit(60)::bigint), 0)::text AS sum
      FROM orrery.${name}`,
  )
  return { rows: Number(rows[0]?.count), digest: rows[0]?.sum ?? '' }
}
