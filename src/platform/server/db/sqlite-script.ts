// Scripts on SQLite: each statement is answered in the turn in which it is asked.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { pause, type AskedStatement, type Script, type Statement } from './script.ts'

/** Runs a script to its end in one go, inside the transaction that is open. Throws what it, or SQLite, throws. */
export function runScript<T>(db: DatabaseSync, script: Script<T>): T {
  let step = script.next()
  while (step.done !== true) step = step.value === pause ? script.next() : answerTo(db, step.value, script)
  return step.value
}

/** As above, stopping at each `pause`. Left in the middle, the script still closes what it holds open. */
export function* scriptSlices(db: DatabaseSync, script: Script): Generator<void, void> {
  try {
    let step = script.next()
    while (step.done !== true) {
      if (step.value === pause) {
        yield
        step = script.next()
      } else step = answerTo(db, step.value, script)
    }
  } finally {
    script.return()
  }
}

function answerTo<T>(
  db: DatabaseSync,
  asked: AskedStatement,
  script: Script<T>,
): IteratorResult<AskedStatement | typeof pause, T> {
  let answer: unknown
  try {
    answer = ask(db, asked)
  } catch (error) {
    return script.throw(error)
  }
  return script.next(answer)
}

function ask(db: DatabaseSync, asked: AskedStatement): unknown {
  if ('act' in asked) return asked.act(db)
  const { statement, cells, want } = asked
  const prepared = prepare(db, statement)
  switch (want) {
    case 'changes':
      return Number(prepared.run(...cells).changes)
    case 'key':
      return Number(prepared.run(...cells).lastInsertRowid)
    case 'rows':
      return prepared.all(...cells)
  }
}

type Prepared = { readonly db: DatabaseSync; readonly statement: StatementSync }

/** A process writes to one database; only tests have several, one after the other. */
const kept = new WeakMap<Statement, Prepared>()

function prepare(db: DatabaseSync, statement: Statement): StatementSync {
  const known = kept.get(statement)
  if (known?.db === db) return known.statement
  const prepared = { db, statement: db.prepare(statement.sql) }
  kept.set(statement, prepared)
  return prepared.statement
}
