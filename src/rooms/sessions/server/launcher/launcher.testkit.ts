// For tests: a launcher on a tmux server of its own, with a hook script that writes down what it is told.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { builtInAgents } from '#platform/server/config/agent-settings.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { createTmux } from '#platform/server/tmux/create-tmux.ts'
import { startTestTmux, until, type TestTmux } from '#platform/server/tmux/tmux.testkit.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { Session } from '../../contract.ts'
import type { AgentCatalog } from '../../core/start/agent-catalog.ts'
import { sampleRecord } from '../../core/sample-record.testkit.ts'
import type { Spawned } from './spawn.ts'
import { createLauncher, type Launcher } from './launcher.ts'

export const catalog: AgentCatalog = builtInAgents
/** Of a launcher whose clients need nothing, and inherit everything. */
export const withoutHooks = { ensureHooks: async () => ({ arguments: [] }), inherits: () => null }

export type Rig = Disposable & {
  readonly server: TestTmux
  readonly tmux: Tmux
  readonly launcher: Launcher
  /** The service's home. */
  readonly home: string
  readonly spawn: (changes: Partial<Session>) => Promise<Result<Spawned, Refusal>>
  /** Waits for the report of a session's end, `<script> <arguments> <session> <run id> <port>`. */
  readonly report: (tmuxSession: string) => Promise<string>
  /** Puts a program on the PATH of agents. */
  readonly install: (name: string, script: string) => void
}

type RigOptions = {
  readonly agents?: AgentCatalog
  /** Further variables of the service. */
  readonly env?: Environment
  /** Whether interactive shells mark their commands. */
  readonly marksShells?: boolean
}

export function startRig(
  outer: Environment,
  { agents = catalog, env = {}, marksShells = false }: RigOptions = {},
): Rig {
  const server = startTestTmux(outer)
  const home = join(server.folder, "home #(touch canary) %H it's")
  const bin = join(server.folder, 'bin')
  for (const folder of [bin, home, join(home, 'bin')]) mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(home, 'bin/orrery-hook.sh'), hookScript('bash'))
  const agentEnv = { ...server.env, ...env, PATH: `${bin}:${server.env.PATH}` }
  const tmux = createTmux({ socketName: server.socketName, env: agentEnv, log: silentLog })
  const userHome = env.HOME ?? server.env.HOME ?? server.folder
  const launcher = createLauncher({
    tmux,
    home,
    agents: () => agents,
    hookPort: () => 7420,
    userHome,
    log: silentLog,
    environment: {},
    marksShells: () => marksShells,
    ...withoutHooks,
  })
  return {
    server,
    tmux,
    launcher,
    home,
    spawn: (changes) => launcher.spawn({ session: sessionOf(server, changes), runId: 'run1' }),
    async report(tmuxSession) {
      const file = join(server.folder, `report-${tmuxSession}`)
      await until(`the end of ${tmuxSession} is reported`, () => read(file).endsWith('\n'))
      return read(file).trimEnd()
    },
    install: (name, script) => writeFileSync(join(bin, name), script, { mode: 0o755 }),
    [Symbol.dispose]: () => server[Symbol.dispose](),
  }
}

/** As the real one, the script finds everything in its environment. */
export function hookScript(name: string): string {
  const words = `${name} $* $SERVICE_SESSION_TMUX $SERVICE_RUN_ID $SERVICE_HOOK_PORT`
  return `echo "${words}" >> "$SERVICE_HOME/../report-$SERVICE_SESSION_TMUX"\n`
}

export function sessionOf(server: TestTmux, changes: Partial<Session>): Session {
  const { session } = sampleRecord({
    id: 'session1',
    at: '2026-01-01T00:00:00.000Z',
    label: 'a label',
    prompt: 'true',
    workingDir: server.folder,
  })
  return { ...session, ...changes }
}

export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
