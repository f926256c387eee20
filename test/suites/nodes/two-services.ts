// Built services on one PostgreSQL, each a node with a home of its own.
import { Client } from 'pg'
import type { SystemAnswer } from '#rooms/system/contract.ts'
import { makeHome, type TestHome, type Variables } from '../../support/home.ts'
import { startPostgres, type Postgres } from '#testing/postgres.testkit.ts'
import { startService, type Service } from '../../support/service.ts'

export type NodePlace = { readonly place: TestHome; readonly begin: () => Promise<Service> }

type NodeOptions = { readonly own?: Variables; readonly nodeOptions?: readonly string[] }

/** A PostgreSQL with an empty database, and homes for nodes on it. `more`: of each node's environment. */
export async function openNodes(more: Variables = {}) {
  const opened = new AsyncDisposableStack()
  const postgres: Postgres = opened.use(await startPostgres())
  const url = await postgres.createDatabase('shared')
  return {
    postgres,
    url,
    /** What ends with all of this: services, too. */
    opened,
    /** `own`: of its environment alone. */
    async node(name: string, { own = {}, nodeOptions = [] }: NodeOptions = {}): Promise<NodePlace> {
      const place = opened.use(await makeHome())
      const env = { DATABASE_URL: url, SERVICE_NODE: name, ...more, ...own }
      return { place, begin: async () => opened.use(await startService(place, { env, nodeOptions })) }
    },
    async change(sql: string): Promise<number> {
      const client = new Client({ connectionString: url })
      await client.connect()
      const { rowCount } = await client.query(sql)
      await client.end()
      return rowCount ?? 0
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

export async function systemOf(service: Service): Promise<SystemAnswer> {
  const { json } = await service.call('GET /api/system', { token: service.token })
  return json as unknown as SystemAnswer
}

/** `<name> <standing>[ here]`, by name. */
export async function standings(service: Service): Promise<string[]> {
  const { nodes } = await systemOf(service)
  return (nodes?.nodes ?? []).map(
    ({ name, standing, is_here: isHere }) => `${name} ${standing}${isHere ? ' here' : ''}`,
  )
}

type RunTold = {
  readonly run: { readonly status: string; readonly error: string | null; readonly finished_at: string | null }
  readonly steps: readonly {
    readonly step_id: string
    readonly status: string
    readonly host: string | null
    readonly result: unknown
  }[]
}

/** Starts a run of a strand and answers its id. */
export async function runStrand(service: Service, strand: string): Promise<string> {
  const { token } = service
  const { status, json } = await service.call(`POST /api/flow/strands/${strand}/run`, { token, json: {} })
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(json)}`)
  return String(json.run_id)
}

export async function runOf(service: Service, id: string): Promise<RunTold> {
  const { json } = await service.call(`GET /api/flow/runs/${id}`, { token: service.token })
  return json as unknown as RunTold
}
