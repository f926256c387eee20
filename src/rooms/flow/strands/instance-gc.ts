// Deletes presence rows of instances that have not been heard of for a day, in a store that speaks PostgREST.
import { dayMs, secondMs, toIso } from '#base/time.ts'
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import type { StrandNeeds } from './lib/needs.ts'
import { notSetUp } from './lib/not-set-up.ts'

const staleAfterMs = dayMs
const answerLimitMs = 30 * secondMs
/** Of the store's words about a refusal. */
const maxReasonChars = 500

export default ({ store, clock }: StrandNeeds) =>
  defineStrand({
    id: 'instance-gc',
    name: 'Instance GC',
    description: 'Forgets instances that were silent for more than 24 hours.',
    schedule: '0 */6 * * *',
    input: {
      type: 'object',
      properties: {
        table: { type: 'string', title: 'Table', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', default: 'instances' },
      },
      additionalProperties: false,
    },
    steps: [
      {
        id: 'sweep',
        timeout: '1m',
        async run({ input, output, signal }) {
          const { url, key } = store
          if (url === null || key === null) {
            const name = url === null ? 'SERVICE_STORE_URL' : 'SERVICE_STORE_KEY'
            return notSetUp(output, {
              reason: `${name} is not set, so there is no store to tidy.`,
              hint: 'Set it in the environment of the service and start it anew.',
            })
          }
          const before = toIso(clock.now() - staleAfterMs)
          const table = input?.table ?? 'instances'
          const deleted = await deleteStale({ url, key, table, before, signal })
          output(`${deleted} rows of ${table} were older than ${before} and are deleted`)
          return { ok: true, deleted, before }
        },
      },
    ],
  })

type Sweep = {
  readonly url: string
  readonly key: string
  readonly table: string
  readonly before: string
  readonly signal: AbortSignal
}

/** The configured address alone: an answer that leads elsewhere would take the key along. */
async function deleteStale({ url, key, table, before, signal }: Sweep): Promise<number> {
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
