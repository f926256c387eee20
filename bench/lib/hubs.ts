// Several services that share the tables of one PostgreSQL, each in a home and on a tmux server of its own.
import { hold } from './held.ts'
import { startPostgres, type BenchPostgres } from './postgres.ts'
import { startService, type Service } from './service.ts'

export type Hubs = AsyncDisposable & { readonly postgres: BenchPostgres; readonly services: readonly Service[] }

/** Rejects with a sentence where PostgreSQL is not installed. */
export async function startHubs(count: number): Promise<Hubs> {
  const postgres = await startPostgres()
  const services: Service[] = []
  const hubs = hold({ postgres, services }, async () => {
    await Promise.all(services.map((service) => service[Symbol.asyncDispose]()))
    await postgres[Symbol.asyncDispose]()
  })
  try {
    for (let index = 0; index < count; index++) {
      const shared = { DATABASE_URL: postgres.url, SERVICE_NODE: `bench-${index}` }
      services.push(await startService(undefined, shared))
    }
    return hubs
  } catch (error) {
    await hubs[Symbol.asyncDispose]()
    throw error
  }
}
