// Deletes presence rows of instances that have not been heard of for a day, in every store that is configured: one that speaks
// PostgREST, and the table of nodes in PostgreSQL.
import { dayMs, toIso } from '#base/time.ts'
import { defineStrand } from '#platform/server/sandbox/orrery-strand/strand.js'
import { deleteStale } from './lib/delete-stale.ts'
import type { StrandNeeds } from './lib/needs.ts'
import { notSetUp } from './lib/not-set-up.ts'

const staleAfterMs = dayMs

type GcNeeds = Pick<StrandNeeds, 'store' | 'clock' | 'forgetGone'>

/** How many rows of it were deleted. Rejects with why it could not be done. */
type Sweep = { readonly name: string; readonly run: () => Promise<number> }

export default ({ store, clock, forgetGone }: GcNeeds) =>
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
          const before = toIso(clock.now() - staleAfterMs)
          const { url, key } = store
          const table = input?.table ?? 'instances'
          const sweeps: Sweep[] = []
          if (url !== null && key !== null) {
            sweeps.push({ name: table, run: () => deleteStale({ url, key, table, before, signal }) })
          }
          // Which are too old, PostgreSQL says by its own clock.
          if (forgetGone !== null) sweeps.push({ name: 'nodes in PostgreSQL', run: forgetGone })
          const deleted = await sweepAll(sweeps, (name, count) => {
            output(`${count} rows of ${name} were older than ${before} and are deleted`)
          })
          const missing = missingOf(store, forgetGone !== null)
          if (missing === null) return { ok: true, deleted, before }
          return { ...notSetUp(output, missing), ...(sweeps.length === 0 ? {} : { deleted, before }) }
        },
      },
    ],
  })

/** One that fails keeps none of the others from being cleaned; its error comes last. */
async function sweepAll(sweeps: readonly Sweep[], tell: (name: string, count: number) => void): Promise<number> {
  let deleted = 0
  const errors: unknown[] = []
  for (const { name, run } of sweeps) {
    try {
      const count = await run()
      tell(name, count)
      deleted += count
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return deleted
}

/** Half of a store is a mistake, and none at all is nothing to tidy. */
function missingOf({ url, key }: StrandNeeds['store'], hasNodes: boolean) {
  if (url !== null && key !== null) return null
  if (url === null && key === null && hasNodes) return null
  const name = url === null ? 'SERVICE_STORE_URL' : 'SERVICE_STORE_KEY'
  return {
    reason: `${name} is not set, so there is no store to tidy.`,
    hint: 'Set it in the environment of the service and start it anew.',
  }
}
