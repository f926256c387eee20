// GET /api/version, and /mode.js, by which the page learns its mode without an inline script.
import { ok } from '#base/result.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount, mountRaw } from '#platform/server/http/mount.ts'
import type { Mode, Version } from '../contract.ts'
import { modeRoutes } from './bound-routes.ts'

export type ModeRoutesOptions = {
  readonly mode: Mode
  readonly version: string
  readonly config: Pick<Config, 'fabricMode' | 'fabricHostnames' | 'tmuxSocket'>
}

export function mountModeRoutes(api: Api, options: ModeRoutesOptions): void {
  const { mode, version, config } = options
  const answer: Version = {
    name: 'orrery',
    version,
    mode,
    node: process.versions.node,
    tmux_socket: config.tmuxSocket,
  }
  mount(api, modeRoutes.readVersion, () => ok(answer))
  const script = modeScript(options)
  mountRaw(api, modeRoutes.readModeScript, (_asked, reply) => {
    void reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }).send(script)
  })
}

/** Sets `window.__FABRIC_MODE__` from DEPLOYMENT, or leaves it unset where the hostname is to decide. */
function modeScript({ mode, config }: ModeRoutesOptions): string {
  const override = config.fabricMode === 'deployment' ? `window.__FABRIC_MODE__ = ${mode === 'fabric'};\n` : ''
  return `${override}window.__FABRIC_HOSTNAMES__ = ${JSON.stringify(config.fabricHostnames)};\n`
}
