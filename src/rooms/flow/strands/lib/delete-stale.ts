// Deletes old presence rows of a store that speaks PostgREST.
import { secondMs } from '#base/time.ts'

const answerLimitMs = 30 * secondMs
/** Of the store's words about a refusal. */
const maxReasonChars = 500

type Stale = {
  readonly url: string
  readonly key: string
  readonly table: string
  readonly before: string
  readonly signal: AbortSignal
}

/** The configured address alone: an answer that leads elsewhere would take the key along. */
export async function deleteStale({ url, key, table, before, signal }: Stale): Promise<number> {
  const address = new URL(`${url.replace(/\/+$/, '')}/rest/v1/${table}`)
  address.searchParams.set('last_heartbeat', `lt.${before}`)
  address.searchParams.set('select', 'last_heartbeat')
  const response = await fetch(address, {
    method: 'DELETE',
    headers: { apikey: key, authorization: `Bearer ${key}`, prefer: 'return=representation' },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerLimitMs)]),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`the store answered ${response.status}: ${text.slice(0, maxReasonChars)}`)
  const rows: unknown = text === '' ? [] : JSON.parse(text)
  if (!Array.isArray(rows)) throw new Error('the store answered something else than the rows that it deleted')
  return rows.length
}
