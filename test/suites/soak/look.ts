// What a service and everything around it holds at one moment, seen by itself and by the system.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestHome } from '../../support/home.ts'
import type { Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

export type Look = {
  /** Resident, after a collection of garbage. */
  readonly rssMiB: number
  /** Of JavaScript, after a collection: what the program made, what V8 compiled of it, and what lies outside of both. */
  readonly heapMiB: number
  readonly codeMiB: number
  readonly externalMiB: number
  readonly openFiles: number
  /** What keeps an event loop going: timers, sockets, watchers, children, by Node's own names. */
  readonly resources: Readonly<Record<string, number>>
  /** Delay of the event loop since the last look. */
  readonly loopMeanMs: number
  readonly loopP99Ms: number
  readonly walMiB: number
  /** Every process of the places, by the name of its program. */
  readonly processes: Readonly<Record<string, number>>
}

type Told = {
  readonly rss: number
  readonly heapUsed: number
  readonly codeUsed: number
  readonly external: number
  readonly resources: Readonly<Record<string, number>>
  readonly loop: { readonly mean: number; readonly p99: number }
}

const mebibyte = 1024 * 1024

/** Of a service that was started with `measure.mjs`; `file` is where that writes. */
export async function lookAt(service: Service, places: readonly TestHome[], file: string): Promise<Look> {
  rmSync(file, { force: true })
  process.kill(service.pid, 'SIGUSR2')
  await until('the service tells what it holds', () => existsSync(file))
  const told = JSON.parse(readFileSync(file, 'utf8')) as Told
  const wal = join(service.place.home, 'service.db-wal')
  return {
    rssMiB: told.rss / mebibyte,
    heapMiB: told.heapUsed / mebibyte,
    codeMiB: told.codeUsed / mebibyte,
    externalMiB: told.external / mebibyte,
    openFiles: readdirSync(`/proc/${service.pid}/fd`).length,
    resources: told.resources,
    loopMeanMs: told.loop.mean,
    loopP99Ms: told.loop.p99,
    walMiB: existsSync(wal) ? statSync(wal).size / mebibyte : 0,
    processes: processesOf(places),
  }
}

/** Whatever was started in a place has its folders in the environment, also once its parent is gone. */
function processesOf(places: readonly TestHome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const environment = readOrEmpty(`/proc/${pid}/environ`)
    if (!places.some(({ root }) => environment.includes(`${root}/`))) continue
    const name = readOrEmpty(`/proc/${pid}/comm`).trim()
    if (name !== '') counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** A process may end while it is looked at. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
