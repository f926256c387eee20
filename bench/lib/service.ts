// The service as it is shipped, in a home and on a tmux server of its own.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hold } from './held.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { ownTmux, type OwnTmux } from './tmux.ts'

export const root = join(import.meta.dirname, '../..')

export type Service = ServerProcess & {
  readonly home: string
  /** Opens the routes that take credentials. */
  readonly accessToken: string
  readonly tmux: OwnTmux
}

/** Starts the service in a new home, or in that of an earlier one, whose tmux server it then shares; `more` is set around it. */
export async function startService(place: ServicePlace = newPlace(), more: NodeJS.ProcessEnv = {}): Promise<Service> {
  const { home, tmux } = place
  const env = { ...environment(place), ...more }
  const server = await startServer({ argv: ['sh', join(root, 'bin/orrery'), 'start'], env })
  const accessToken = readFileSync(join(home.path, 'access-token'), 'utf8').trim()
  const parts = { ...server, home: home.path, accessToken, tmux }
  return hold(parts, async () => {
    await server[Symbol.asyncDispose]()
    if (place.isOwned) await leavePlace(place)
  })
}

export type ServicePlace = {
  readonly home: TemporaryFolder
  readonly tmux: OwnTmux
  /** Whether it goes with the service that uses it. */
  readonly isOwned: boolean
}

/** A hub without its own machine among its devices. */
export async function startHub(more: NodeJS.ProcessEnv = {}): Promise<Service> {
  const place = newPlace()
  writeFileSync(join(place.home.path, 'config.json'), '{ "fabric": { "localDevice": false } }', { mode: 0o600 })
  return await startService(place, { DEPLOYMENT: 'cloud-fabric', ...more })
}

function newPlace(): ServicePlace {
  return { home: temporaryFolder(), tmux: ownTmux(), isOwned: true }
}

/** For several starts in a row. */
export function keptPlace(): ServicePlace & AsyncDisposable {
  const place = { home: temporaryFolder(), tmux: ownTmux(), isOwned: false }
  return hold(place, () => leavePlace(place))
}

async function leavePlace({ home, tmux }: ServicePlace): Promise<void> {
  await tmux[Symbol.asyncDispose]()
  await home[Symbol.asyncDispose]()
}

export type TemporaryFolder = AsyncDisposable & { readonly path: string }

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  return hold({ path }, () => rm(path, { recursive: true, force: true, maxRetries: 3 }))
}

/** Nothing of the person's own settings: the run may not touch their agents' files, and must not depend on them. */
function environment({ home, tmux }: ServicePlace): NodeJS.ProcessEnv {
  const { PATH, LANG, NODE_OPTIONS } = process.env
  return {
    PATH,
    LANG,
    NODE_OPTIONS,
    HOME: home.path,
    SERVICE_HOME: home.path,
    PORT: '0',
    SERVICE_TMUX_SOCKET: tmux.socketName,
  }
}
