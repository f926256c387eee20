// Takes apart what a Host header or an Origin claims, strictly: what does not fit the grammar is no authority at all.

/** `hostname` in lower case and without brackets; `port` null when none is written. */
export type Authority = { readonly hostname: string; readonly port: number | null }

const authorityForm = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?))(?::(?<port>\d{1,5}))?$/i
const originForm = /^(?<scheme>https?):\/\/(?<authority>[^/?#@\\\s]+)$/i

/** Reads `name`, `name:port`, `1.2.3.4:port` or `[::1]:port`; null for anything else, user names included. */
export function parseAuthority(text: string): Authority | null {
  const groups = authorityForm.exec(text)?.groups
  const hostname = groups?.v6 ?? groups?.name
  if (hostname === undefined) return null
  const port = groups?.port === undefined ? null : Number(groups.port)
  return port !== null && port > 65535 ? null : { hostname: hostname.toLowerCase(), port }
}

export type Origin = { readonly scheme: 'http' | 'https'; readonly hostname: string; readonly port: number }

/** Reads an Origin header or the origin of a URL without a path; null for `null`, other schemes and whatever has more. */
export function parseOrigin(text: string): Origin | null {
  const groups = originForm.exec(text)?.groups
  const authority = parseAuthority(groups?.authority ?? '')
  if (groups === undefined || authority === null) return null
  const scheme = groups.scheme?.toLowerCase() === 'https' ? 'https' : 'http'
  return { scheme, hostname: authority.hostname, port: authority.port ?? defaultPort(scheme) }
}

export function defaultPort(scheme: 'http' | 'https'): number {
  return scheme === 'https' ? 443 : 80
}
