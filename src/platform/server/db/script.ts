// What a write asks of the database, told once for SQLite and PostgreSQL: a generator that yields its statements one by one, so
// that SQLite answers each in the same turn and PostgreSQL over the network.
import type { DatabaseSync } from 'node:sqlite'
import { placeholders } from './placeholders.ts'

/** What both databases hold. Whether something is so is 1 or 0; times are ISO 8601; what has a shape is JSON. */
export type Cell = string | number | null | Uint8Array

/**
 * What a statement is to answer. `changes`: how many rows it touched. `key`: the number of the row that it added. `rows`: those
 * that it found or returns.
 */
export type Want = 'changes' | 'key' | 'rows'

/** One statement that a script waits for. */
export type AskedStatement =
  | { readonly statement: Statement; readonly cells: readonly Cell[]; readonly want: Want }
  | { readonly act: (db: DatabaseSync) => unknown }

/** Yielded between two statements of a long write: a place where it may be left for a moment. */
export const pause: unique symbol = Symbol('pause')

/** The statements of one write, in order; it may look at each answer before it asks for the next. */
export type Script<T = void> = Generator<AskedStatement | typeof pause, T, unknown>

type Row = Readonly<Record<string, unknown>>

type Texts = {
  /** What PostgreSQL is asked instead; null: nothing, since it does it by itself. Left out where both understand `sql`. */
  readonly postgres?: string | null
  /** The column that numbers the rows, for `insert`. */
  readonly key?: string
}

/** What a script waits for with `yield*`. */
export type StepOf<T> = Iterable<AskedStatement, T, unknown>

/** One statement of the hot paths: a plain iterator, since a generator takes several times as long. */
class Change implements StepOf<number>, Iterator<AskedStatement, number, unknown> {
  readonly statement: Statement
  readonly cells: readonly Cell[]
  readonly want = 'changes'
  #isAsked = false

  constructor(statement: Statement, cells: readonly Cell[]) {
    this.statement = statement
    this.cells = cells
  }

  next(answer?: unknown): IteratorResult<AskedStatement, number> {
    if (this.#isAsked) return { value: answer as number, done: true }
    this.#isAsked = true
    return { value: this, done: false }
  }

  /** What the database said to it is thrown where the script waits. */
  throw(reason: unknown): never {
    throw reason
  }

  [Symbol.iterator](): this {
    return this
  }
}

/**
 * A statement, made once and prepared by each database at its first use. Its text keeps to what both understand: `?` or `?1` for
 * values, upserts that name their key, no function that only one of them has.
 */
export class Statement<R extends object = Row> {
  readonly sql: string
  /** As PostgreSQL is asked; null where it is not. */
  readonly postgres: string | null
  readonly key: string | null

  constructor(sql: string, { postgres = sql, key }: Texts = {}) {
    this.sql = sql
    this.postgres = postgres === null ? null : placeholders(postgres)
    this.key = key ?? null
  }

  /** How many rows it touched. */
  run(...cells: readonly Cell[]): StepOf<number> {
    return new Change(this as Statement, cells)
  }

  /** The number of the row that it adds. */
  *insert(...cells: readonly Cell[]): Script<number> {
    return (yield { statement: this as Statement, cells, want: 'key' }) as number
  }

  *all(...cells: readonly Cell[]): Script<readonly R[]> {
    return (yield { statement: this as Statement, cells, want: 'rows' }) as readonly R[]
  }

  *first(...cells: readonly Cell[]): Script<R | undefined> {
    return (yield* this.all(...cells))[0]
  }
}

/** A statement whose rows, if it has any, are of the shape `R`: the columns as the migrations declare them. */
export function statement<R extends object = Row>(sql: string, texts?: Texts): Statement<R> {
  return new Statement<R>(sql, texts)
}

/** What speaks to SQLite by itself, as a part of a script. */
export function* onSqlite<T>(act: (db: DatabaseSync) => T): Script<T> {
  return (yield { act }) as T
}
