// Where the service is reached: its HTTP server as the last room that opens, so that it is the first that goes.
import { join } from 'node:path'
import type { Refusal } from '#platform/contract.ts'
import { createHookKey } from '../access/hook-key.ts'
import type { Auth } from '../auth/auth.ts'
import { makeLoginLink, mountAuthRoutes } from '../auth/routes.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/open-database.ts'
import { storageRefusals } from '../db/storage-error.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { createHttpServer, type HttpServer, type HttpServerOptions } from '../http/server.ts'
import type { GroundOf, OpenedGround } from './ground.ts'
import type { Room } from './room.ts'

type DoorGround = GroundOf<'database' | 'audit' | 'log' | 'version'> &
  Pick<OpenedGround, 'settle'> & { readonly config: Pick<Config, 'home'> & HttpServerOptions['config'] }

/** What the door asks of others. */
export type DoorPorts = Pick<HttpServerOptions, 'gone' | 'prefixes' | 'pageFolder' | 'relay'> & { readonly auth: Auth }

/** The HTTP server as app/ wires it. Starting it listens and tells hooks where; disposing lets requests finish for a moment. */
export interface Door extends Room {
  /** Where the house mounts its rooms. */
  readonly http: HttpServer
  /** A new one-time login link. */
  readonly makeLoginUrl: () => string
}

/** Listens only with `start`, which rejects with the system's error when the port can't be had. */
export function openDoor(ground: DoorGround, { auth, ...ports }: DoorPorts): Door {
  const { config, database } = ground
  const hookKey = createHookKey()
  const http = createHttpServer({ ...ground, ...ports, auth, hookKey, notReady: () => notReady(database) })
  const links = { auth, baseUrl: () => http.baseUrl() }
  return {
    http,
    makeLoginUrl: () => makeLoginLink(links).url,
    mount: (api) => mountAuthRoutes(api, { ...links, audit: ground.audit }),
    async start() {
      const listening = await http.listen()
      ground.settle(listening)
      await writeAtomic(join(config.home, 'hook-port'), `${listening.hookPort}\n`)
      await hookKey.publish(config.home, listening.hookPort)
    },
    [Symbol.asyncDispose]: () => http.close(),
  }
}

function notReady(database: Pick<Database, 'trouble'>): Refusal | null {
  const trouble = database.trouble()
  return trouble === null ? null : storageRefusals[trouble]
}
