// GET /api/version, and /mode.js, by which the page learns its mode without an inline script.
import type { OwnCommand } from '#base/own-command.ts'
import { ok } from '#base/result.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount, mountRaw } from '#platform/server/http/mount.ts'
import type { Mode, Version } from '../contract.ts'
import { modeRoutes } from './bound-routes.ts'

export type ModeRoutesOptions = {
  readonly mode: Mode
  readonly version: string
  /** How the command is typed on this machine. */
  readonly command: OwnCommand
  /** Asked at each answer. */
  readonly config: Pick<Config, 'fabricMode' | 'fabricHostnames' | 'tmuxSocket'>
}

export function mountModeRoutes(api: Api, options: ModeRoutesOptions): void {
  const { mode, version, config, command } = options
  const answer: Version = {
    name: 'orrery',
    version,
    mode,
    node: process.versions.node,
    tmux_socket: config.tmuxSocket,
    command,
  }
  mount(api, modeRoutes.readVersion, () => ok(answer))
  mountRaw(api, modeRoutes.readModeScript, (_asked, reply) => {
    void reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
      .send(modeScript(options))
  })
}

/** Sets `window.__FABRIC_MODE__` from DEPLOYMENT, or leaves it unset where the hostname is to decide. */
function modeScript({ mode, config, command }: ModeRoutesOptions): string {
  const override = config.fabricMode === 'deployment' ? `window.__FABRIC_MODE__ = ${mode === 'fabric'};\n` : ''
  const names = `window.__FABRIC_HOSTNAMES__ = ${JSON.stringify(config.fabricHostnames)};\n`
  return `${override}${names}window.__ORRERY_COMMAND__ = ${JSON.stringify(command)};\n`
}
