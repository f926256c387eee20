// The settings that decide about callers, one set for each listener.
import type { Config } from '../config/config.ts'
import { defaultPort } from './authority.ts'
import { hostRule, type HostRule } from './host-rules.ts'
import { isLoopbackName } from './loopback.ts'

export type AccessSettings = {
  /** Port of the listener that took the connection. */
  readonly port: number
  /** The setting that makes the service reachable from elsewhere, as in `HOST=0.0.0.0`; null while it is not exposed. */
  readonly exposedBy: string | null
  readonly requireTokenLocally: boolean
  /** The usual spellings of our loopback Hosts: most callers use one, and looking it up is cheaper than parsing. */
  readonly ownHosts: ReadonlySet<string>
  /** Names besides the loopback ones. */
  readonly hosts: readonly HostRule[]
  /** `publicUrl`'s origin, without a trailing slash. */
  readonly publicOrigin: string | null
  /** Where local callers find the hook routes once the main port counts everybody as remote; null while not exposed. */
  readonly hookPort: number | null
  /** Whether this listener serves the hook routes alone. */
  readonly hooksOnly: boolean
}

export type AccessConfig = Pick<Config, 'host' | 'publicUrl' | 'allowedHosts' | 'requireTokenLocally'>

/** The settings of the main listener. */
export function mainSettings(config: AccessConfig, ports: { port: number; hookPort: number | null }): AccessSettings {
  return {
    port: ports.port,
    exposedBy: exposedBy(config),
    // May change while the service listens; all else here may not.
    get requireTokenLocally() {
      return config.requireTokenLocally
    },
    ownHosts: ownHosts(ports.port),
    hosts: knownHosts(config),
    publicOrigin: config.publicUrl === null ? null : new URL(config.publicUrl).origin,
    hookPort: ports.hookPort,
    hooksOnly: false,
  }
}

/** The settings of the loopback listener that serves the hook routes once the service is exposed. */
export function hookSettings(port: number): AccessSettings {
  return {
    port,
    exposedBy: null,
    requireTokenLocally: false,
    ownHosts: ownHosts(port),
    hosts: [],
    publicOrigin: null,
    hookPort: null,
    hooksOnly: true,
  }
}

/** The setting by which callers from elsewhere can reach the service, as a person would write it; null when there is none. */
export function exposedBy(config: AccessConfig): string | null {
  if (!isLoopbackName(config.host.toLowerCase())) return `HOST=${config.host}`
  if (config.publicUrl !== null) return `publicUrl ${config.publicUrl}`
  return config.allowedHosts.length > 0 ? `allowedHosts ${config.allowedHosts.join(', ')}` : null
}

function ownHosts(port: number): Set<string> {
  return new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`))
}

function knownHosts(config: AccessConfig): HostRule[] {
  const bound = hostRule(config.host.includes(':') ? `[${config.host}]` : config.host)
  const listed = config.allowedHosts.map(hostRule)
  const rules = [...listed, bound].filter((rule) => rule !== null)
  if (config.publicUrl !== null) rules.push(publicRule(new URL(config.publicUrl)))
  return rules
}

/** Exact in its port too: `http://localhost:8080` must not admit the other programs of this machine. */
function publicRule(url: URL): HostRule {
  const port = url.port === '' ? defaultPort(url.protocol === 'https:' ? 'https' : 'http') : Number(url.port)
  return { hostname: url.hostname.replaceAll(/^\[|\]$/g, ''), port, covers: 'exact' }
}
