// Values on their way to PostgreSQL and back, so that rows are the same as SQLite's.
import { types, type CustomTypesConfig } from 'pg'
import type { Cell } from '../script.ts'

const [bool, int8, numeric]: readonly number[] = [types.builtins.BOOL, types.builtins.INT8, types.builtins.NUMERIC]

/** Counts and sums are numbers here, as all of ours are below 2^53; whether something is so is 1 or 0. */
export const ourTypes: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8 || oid === numeric) return Number
    if (oid === bool) return (text: string) => (text === 't' ? 1 : 0)
    // The overloads of the library want a literal, and we pass on what we were asked.
    return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text')
  },
}

/** PostgreSQL's texts hold every character but NUL, which agents may print. */
export function toValue(cell: Cell): Cell {
  return typeof cell === 'string' && cell.includes('\0') ? cell.replaceAll('\0', '\uFFFD') : cell
}
