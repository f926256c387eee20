// The daemon of a device, paired with a hub and connected, in a folder of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hold } from './held.ts'
import { root, temporaryFolder, type Service } from './service.ts'

export type Daemon = AsyncDisposable & { readonly pid: number }

export type DaemonOptions = {
  /** What a `claude` of this machine does, as a shell script; without it none is installed. */
  readonly claude?: string
  /** Reaches the hub by this address in the place of the hub's own. */
  readonly through?: string
}

/** Resolves once it is connected. Its end ends the agents there, too. */
export async function startDaemon(hub: Service, { claude, through }: DaemonOptions = {}): Promise<Daemon> {
  const folder = temporaryFolder()
  const { PATH, LANG, NODE_OPTIONS } = process.env
  const own = { HOME: folder.path, SERVICE_HOME: folder.path, TMUX_TMPDIR: folder.path }
  const env = { PATH: `${folder.path}:${PATH}`, LANG, NODE_OPTIONS, ...own }
  if (claude !== undefined) {
    writeFileSync(join(folder.path, 'claude'), `#!/bin/sh\n${claude}\n`)
    chmodSync(join(folder.path, 'claude'), 0o755)
  }
  const run = (...words: readonly string[]) =>
    spawn('sh', [join(root, 'bin/orrery'), 'daemon', ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const answer = await fetch(`${hub.url}/api/auth/devices/pairings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hub.accessToken}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { command } = (await answer.json()) as { readonly command: string }
  const [code] = (await once(run('pair', ...command.split(' ').slice(3, 5)), 'exit')) as [number | null]
  if (code !== 0) throw new Error('the daemon was not paired')
  if (through !== undefined) {
    const path = join(folder.path, 'device/paired.json')
    const paired = JSON.parse(readFileSync(path, 'utf8')) as object
    writeFileSync(path, JSON.stringify({ ...paired, hub_url: through }))
  }
  const daemon = run('run')
  for await (const part of daemon.stderr) if (String(part).includes('"connected"')) break
  return hold({ pid: daemon.pid ?? 0 }, async () => {
    const ended = once(daemon, 'exit')
    daemon.kill('SIGTERM')
    await ended
    await once(spawn('tmux', ['-L', 'orrery-device', 'kill-server'], { env, stdio: 'ignore' }), 'exit')
    await folder[Symbol.asyncDispose]()
  })
}
