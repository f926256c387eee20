// A place for one service and its agents, apart from everything else on the machine: folders, a tmux server, an environment.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endUnder } from '#testing/processes.testkit.ts'
import { storesOf } from './stores.ts'

const run = promisify(execFile)

export type Variables = Readonly<Record<string, string | undefined>>

/** Disposing ends its tmux server and whatever else runs there, and removes its folders; services are to be ended before. */
export interface TestHome extends AsyncDisposable {
  /** The folder that holds all the others. */
  readonly root: string
  /** SERVICE_HOME; the service makes it. */
  readonly home: string
  /** HOME of the service and its agents. */
  readonly userHome: string
  /** The whole environment of a program here; `more` wins, and undefined takes a variable away. */
  readonly env: (more?: Variables) => Record<string, string>
  /** Runs tmux on the server of this home and answers its stdout; rejects when tmux fails. */
  readonly tmux: (...args: readonly string[]) => Promise<string>
  /** Names of the tmux sessions here, the service's own keeper left out; none while no server runs. */
  readonly terminals: () => Promise<string[]>
}

/** The name stays short: a socket's path may hold 108 bytes. */
const socketName = 'orrery-test'
/** The tmux server of daemons; below the root as well. */
const deviceSocketName = 'orrery-device'

/** Roots that are not disposed of yet. */
const open = new Set<string>()
// A test run that is broken off leaves neither agents nor folders behind.
process.on('exit', () => open.forEach(sweep))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

function sweep(root: string): void {
  for (const name of [socketName, deviceSocketName]) {
    spawnSync('tmux', ['-L', name, 'kill-server'], { env: environment(root, {}) })
  }
  endUnder(root)
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
}

export async function makeHome(): Promise<TestHome> {
  const root = mkdtempSync(join(tmpdir(), 'orrery-bb-'))
  open.add(root)
  const userHome = join(root, 'user')
  await Promise.all([mkdir(userHome), mkdir(join(root, 'run'))])
  const stores = await storesOf(root)
  // A test that names a database of its own decides on all of it.
  const env = (more: Variables = {}) => environment(root, 'DATABASE_URL' in more ? more : { ...stores, ...more })
  const tmux = async (...args: readonly string[]) =>
    (await run('tmux', ['-u', '-L', socketName, ...args], { env: env() })).stdout
  return {
    root,
    home: join(root, 'home'),
    userHome,
    env,
    tmux,
    async terminals() {
      const names = await tmux('list-sessions', '-F', '#{session_name}').catch(() => '')
      return names.split('\n').filter((name) => name !== '' && name !== 'orrery-keeper')
    },
    async [Symbol.asyncDispose]() {
      // No server is the usual case: most tests start none.
      await tmux('kill-server').catch(() => {})
      await run('tmux', ['-L', deviceSocketName, 'kill-server'], { env: env() }).catch(() => {})
      // A tmux server whose socket was deleted, or that was only about to listen, heard nothing of that.
      endUnder(root)
      await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
      open.delete(root)
    },
  }
}

/** TMUX_TMPDIR puts the server's socket below the root, so that it goes with it. */
function environment(root: string, more: Variables): Record<string, string> {
  const all: Variables = {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: join(root, 'user'),
    PORT: '0',
    SERVICE_HOME: join(root, 'home'),
    SERVICE_TMUX_SOCKET: socketName,
    TMUX_TMPDIR: join(root, 'run'),
    ...more,
  }
  const set = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(set)
}
