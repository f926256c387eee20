// Scripts on PostgreSQL: each statement is sent when it is asked, inside the transaction that is open on the connection.
import type { ClientBase, QueryConfig } from 'pg'
import { pause, type AskedStatement, type Script, type Statement } from '../script.ts'
import { answered } from './failures.ts'
import { toValue } from './values.ts'

export type OnConnection = {
  readonly client: Pick<ClientBase, 'query'>
  /** Ends the script at its next pause, with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** Runs a script to its end. Rejects with what it throws, or with what PostgreSQL answers. */
export async function runScriptThere<T>({ client, signal }: OnConnection, script: Script<T>): Promise<T> {
  let step = script.next()
  while (step.done !== true) {
    if (step.value === pause) {
      step = signal?.aborted === true ? script.throw(signal.reason) : script.next()
      continue
    }
    let answer: unknown
    try {
      answer = await ask(client, step.value)
    } catch (error) {
      step = script.throw(error)
      continue
    }
    step = script.next(answer)
  }
  return step.value
}

async function ask(client: OnConnection['client'], asked: AskedStatement): Promise<unknown> {
  if ('act' in asked) throw new Error('this write speaks to SQLite alone')
  const { statement, cells, want } = asked
  const config = configOf(statement, want === 'key')
  // SQLite's alone: here it is as if it had found nothing to do.
  if (config === null) return want === 'rows' ? [] : 0
  const { rows, rowCount } = await answered(
    client.query<Record<string, unknown>>({ ...config, values: cells.map(toValue) }),
  )
  if (want === 'rows') return rows
  if (want === 'changes') return rowCount ?? 0
  const key = statement.key === null ? undefined : rows[0]?.[statement.key]
  return Number(key)
}

type Config = Pick<QueryConfig, 'name' | 'text'>

/** A server keeps what it prepared as long as the connection lasts: statements that are made for one use have no name. */
const mostNames = 500

const names = new Map<string, Config>()

function configOf({ postgres, key }: Statement, wantsKey: boolean): Config | null {
  if (postgres === null) return null
  if (wantsKey && key === null) throw new Error(`a statement that adds a row names its key: ${postgres}`)
  const text = wantsKey ? `${postgres} RETURNING ${key ?? ''}` : postgres
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= mostNames) return { text }
  const config = { name: `orrery_${names.size + 1}`, text }
  names.set(text, config)
  return config
}
