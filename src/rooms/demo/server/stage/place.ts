// Where a demo lives: a folder below that of temporary files, with a home, a HOME and a tmux server in it; and how it all goes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minuteMs } from '#base/time.ts'
import { variable, type Environment } from '#platform/server/config/environment.ts'
import { isHomeLocked, lockHome } from '#platform/server/files/home-lock.ts'
import { shellText } from './shell-texts.ts'

const prefix = 'orrery-demo-'
/** A folder that was made just now belongs to a demo that is about to lock it. */
const youngMs = minuteMs

export interface DemoPlace {
  /** Holds all the others. */
  readonly root: string
  /** SERVICE_HOME. */
  readonly home: string
  /** HOME of the service and of its agents. */
  readonly userHome: string
  /** Scores and cues of the actors. */
  readonly scores: string
  /** The script that they run. */
  readonly actor: string
  /** By how much the service's clock is behind. */
  readonly clock: string
  /** Of the service, for whoever takes the demo away. */
  readonly pidFile: string
  /** The whole environment of the service. */
  readonly env: (more: Environment) => Environment
  /** Takes everything away; the service has ended by then. */
  readonly sweep: () => Promise<void>
}

/** What of a person's environment the demo may know: nothing of their homes, keys and settings. */
const passedOn = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'SHELL', 'USER', 'LOGNAME']

export async function openPlace(environment: Environment): Promise<DemoPlace> {
  // A symbolic link in its way would hide the folder from those who look for it by name.
  const root = mkdtempSync(join(realpathSync(tmpdir()), prefix))
  const lock = lockHome(root)
  if (lock === null) throw new Error(`${root} is taken`)
  const at = (name: string) => join(root, name)
  const path = variable(environment, 'PATH') ?? '/usr/bin:/bin'
  const sweeper = startSweeper(await writeScripts(root), root, path)
  for (const name of ['user', 'run', 'tmp', 'scores']) mkdirSync(at(name))
  mkdirSync(at('home'), { mode: 0o700 })
  writeFileSync(at('clock'), '')
  const kept = passedOn.map((name) => [name, variable(environment, name) ?? undefined] as const)
  const own = {
    HOME: at('user'),
    TMPDIR: at('tmp'),
    TMUX_TMPDIR: at('run'),
    SERVICE_HOME: at('home'),
    SERVICE_TMUX_SOCKET: 'demo',
  }
  return {
    root,
    home: at('home'),
    userHome: at('user'),
    scores: at('scores'),
    actor: at('actor.sh'),
    clock: at('clock'),
    pidFile: at('service.pid'),
    env: (more) => ({ ...Object.fromEntries(kept), PATH: path, ...own, ...more }),
    async sweep() {
      await letSweep(sweeper)
      lock[Symbol.dispose]()
    },
  }
}

async function writeScripts(root: string): Promise<string> {
  for (const name of ['actor.sh', 'sweep.sh'] as const) {
    writeFileSync(join(root, name), await shellText(name))
    chmodSync(join(root, name), 0o700)
  }
  return join(root, 'sweep.sh')
}

/** In a process group of its own, which no Ctrl+C reaches; its stdin closes with this process, however that ends. */
function startSweeper(script: string, root: string, path: string) {
  const child = spawn('sh', [script, root], {
    env: { PATH: path },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  return child
}

type Sweeper = ReturnType<typeof startSweeper>

async function letSweep(sweeper: Sweeper): Promise<void> {
  sweeper.ref()
  const gone = once(sweeper, 'exit')
  sweeper.stdin.end()
  await gone
}

/** Takes away demos that were killed together with what should have taken them away. Answers how many. */
export async function sweepLeftOvers(environment: Environment, nowMs: number): Promise<number> {
  const folder = realpathSync(tmpdir())
  const roots = readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(folder, name))
    .filter((root) => isLeftOver(root, nowMs))
  for (const root of roots) {
    const sweeper = startSweeper(await writeScripts(root), root, variable(environment, 'PATH') ?? '/usr/bin:/bin')
    await letSweep(sweeper)
  }
  return roots.length
}

function isLeftOver(root: string, nowMs: number): boolean {
  const { uid, mtimeMs } = statSync(root)
  return uid === process.getuid?.() && nowMs - mtimeMs > youngMs && !isHomeLocked(root)
}
