// The environment for tmux: a tmux server that we start hands its own to every session, so secrets stay out of it.
import type { Environment } from '../config/environment.ts'
import { isOwnVariable } from '../config/own-variables.ts'

/** A service started inside tmux belongs to that server and pane; the one it is to use is named by its settings. */
const outerTmuxNames = new Set(['TMUX', 'TMUX_PANE'])

/** Copies `env` without what must not reach tmux, and with a locale in which tmux speaks UTF-8. */
export function tmuxEnvironment(env: Environment, platform: string): Environment {
  const kept = Object.entries(env).filter(([name]) => !isWithheld(name))
  const clean = Object.fromEntries(kept)
  if (isUtf8(clean.LC_ALL || clean.LC_CTYPE || clean.LANG)) return clean
  const { LC_ALL: _all, LC_CTYPE: _ctype, ...others } = clean
  return { ...others, LANG: isUtf8(clean.LANG) ? clean.LANG : fallbackLocale(platform) }
}

/** Whether a variable is kept from programs and code that are not the service's own. */
export function isWithheld(name: string): boolean {
  return isOwnVariable(name) || outerTmuxNames.has(name)
}

function isUtf8(locale: string | undefined): boolean {
  return locale !== undefined && /utf-?8/i.test(locale)
}

function fallbackLocale(platform: string): string {
  return platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
}
