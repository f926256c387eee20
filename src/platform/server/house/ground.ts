// What every room stands on: made once at the start. A room signs for the parts that it uses.
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { stateSocket } from '#platform/api.ts'
import { openAudit, type AuditLog } from '../audit/audit.ts'
import { systemClock, type Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { SettingsStore } from '../config/settings-store.ts'
import { sharedTables } from '../config/shared-tables.ts'
import { viewOf } from '../config/watched.ts'
import type { Environment } from '../config/environment.ts'
import { openCounter } from '../db/counter.ts'
import { openDatabase, type Database } from '../db/open-database.ts'
import { createLiveFeed, type LiveFeed } from '../live/live-feed.ts'
import { createSight } from '../live/sight.ts'
import type { Log } from '../log/log.ts'
import { createTmux } from '../tmux/create-tmux.ts'
import type { Tmux } from '../tmux/tmux.ts'
import { systemTimers, type Timers } from '../timers.ts'
import { version } from '../version.ts'
import type { Room } from './room.ts'

/** Where the service listens. Asked before it does, `url` is empty and `hookPort` is the configured port. */
export type ServiceAddress = {
  /** Base URL for programs of this machine. */
  readonly url: () => string
  /** Where hooks find their routes on 127.0.0.1. */
  readonly hookPort: () => number
}

/**
 * What every room may stand on; `environment` is that of the service. The fields of `config` are always those in force: hold
 * `config` and ask it at each use (`config.retention.flowRunDays`), never a field of it.
 */
export type Ground = {
  readonly config: Config
  /** For what has to happen when a setting changes, and for those who change it. */
  readonly settings: SettingsStore
  readonly environment: Environment
  /** The person's home directory, absolute. */
  readonly userHome: string
  /** How others reach this machine: its name, and the account that the service runs under. */
  readonly machine: { readonly hostName: string; readonly userName: string }
  readonly database: Database
  /** Where rooms offer their live kinds, hear those of others, and learn whether anybody looks: /ws/state. */
  readonly live: Pick<LiveFeed, 'offer' | 'offerLate' | 'follow' | 'viewers'> & {
    /** How many pages are in somebody's sight; a hidden tab is none. */
    readonly watchers: () => number
  }
  /** The addresses of pages that are in somebody's sight, as far as they tell them: paths with their queries. */
  readonly pagesSeen: () => readonly string[]
  /** Where is kept who changed the service itself, or tried to come in. */
  readonly audit: AuditLog
  readonly tmux: Tmux
  readonly address: ServiceAddress
  readonly clock: Clock
  readonly timers: Timers
  /** From 0 to below 1; for delays, never for secrets. */
  readonly random: () => number
  readonly log: Log
  /** Of this program. */
  readonly version: string
}

/** The parts of the ground that a room signs for, and the settings that it reads: `GroundOf<'database' | 'log', 'retention'>`. */
export type GroundOf<Part extends Exclude<keyof Ground, 'config'>, Setting extends keyof Config = never> = Pick<
  Ground,
  Part
> & { readonly config: Pick<Config, Setting> }

/** What the start of the service knows before anything is open. */
export type GroundOptions = Pick<Ground, 'settings' | 'environment' | 'userHome' | 'log'> & {
  /** What a snapshot of /ws/state tells beside its lists. */
  readonly head: () => object
}

/** The ground as app/ opens it. */
export type OpenedGround = Ground &
  Room & {
    /** Called once, as soon as the service listens. */
    readonly settle: (listening: { readonly url: string; readonly hookPort: number }) => void
  }

/** A file of the home, or PostgreSQL. */
async function openStores(config: Config, log: Log): Promise<Database> {
  const { stores, home, db } = config
  const url = sharedTables(config)
  if (url === null) return openDatabase({ path: join(home, 'service.db'), sync: db.sync })
  const { openSharedStores } = await import('../db/postgres/shared-stores.ts')
  return openSharedStores({ url, node: config.node ?? hostname(), log, leaving: stores === null ? home : null })
}

/** Opens the database of a home that is private and locked. Rejects with what `openDatabase` throws and `StorageError`. */
export async function openGround({ head, ...options }: GroundOptions): Promise<OpenedGround> {
  const { settings, environment, log } = options
  const config = viewOf(settings)
  let listening = { url: '', hookPort: config.port }
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await openStores(config, log))
  const onAudit = { database, clock: systemClock, timers: systemTimers, log }
  const audit = opened.use(openAudit({ ...onAudit, keptDays: () => config.retention.auditDays }))
  const frames = await openCounter(database, 'state frames')
  const sight = createSight()
  const feed = { ...stateSocket, head, frames, timers: systemTimers, onViewer: sight.heed }
  const live = opened.use(createLiveFeed(feed))
  const kept = opened.move()
  return {
    ...options,
    config,
    machine: { hostName: hostname(), userName: userInfo().username },
    database,
    live: { ...live, watchers: () => live.viewers() - sight.hidden() },
    pagesSeen: sight.pages,
    audit,
    tmux: createTmux({ socketName: config.tmuxSocket, env: environment, log }),
    address: { url: () => listening.url, hookPort: () => listening.hookPort },
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    version,
    sockets: [live.route],
    settle: (where) => (listening = where),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
