// Which mode the page is in: the one decision of the client.
import type { Mode } from '../contract.ts'

export type ModeHints = {
  /** `window.__FABRIC_MODE__`, when the service set it: it wins over the hostname. */
  readonly flag: unknown
  readonly hostname: string
  /** Hostnames configured as fabric ones. */
  readonly fabricHostnames: readonly string[]
}

export function clientMode({ flag, hostname, fabricHostnames }: ModeHints): Mode {
  if (flag === true) return 'fabric'
  if (flag === false) return 'legacy'
  return fabricHostnames.includes(hostname) || hostname.startsWith('fabric.') ? 'fabric' : 'legacy'
}
