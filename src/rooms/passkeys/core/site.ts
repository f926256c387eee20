// Under which name a browser may use passkeys here. Browsers decide: a name of its own with HTTPS, or localhost.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'

/** `host` is what a passkey is bound to, `origin` what a browser signs beside it. */
export type Site = { readonly origin: string; readonly host: string }

/** The guard has judged both: they are names of this service. */
export type SiteClaim = {
  /** As the browser sends it; null for a program that sends none. */
  readonly origin: string | null
  readonly hostHeader: string
}

/** Refuses `conflict` where browsers take no passkey, with the address at which they do. */
export function siteOf({ origin, hostHeader }: SiteClaim): Result<Site, Refusal> {
  const address = parse(origin ?? `http://${hostHeader}`)
  if (address === null) return err(noName)
  const { scheme, host, port } = address
  if (isLoopbackNumber(host)) return err(notAtNumbers(address))
  if (isNumber(host)) return err(needsName(host))
  if (isLocalhost(host)) return ok({ origin: `${scheme}://${host}${port}`, host })
  // A program says nothing of the scheme: what it sends was signed by a browser, which was there by HTTPS.
  return scheme === 'https' || origin === null ? ok({ origin: `https://${host}${port}`, host }) : err(needsHttps(host))
}

/** The same address at `localhost`, where browsers take passkeys; null where that is none of this machine. */
export function atLocalhost(address: string): string | null {
  const parsed = parse(address)
  if (parsed === null || !isLoopbackNumber(parsed.host)) return null
  return `${parsed.scheme}://localhost${parsed.port}${parsed.rest}`
}

/** `port` with its colon, empty for the scheme's own. Browsers write both in lower case, without a port that says nothing. */
type Address = { readonly scheme: string; readonly host: string; readonly port: string; readonly rest: string }

function parse(address: string): Address | null {
  const parts = /^(?<scheme>https?):\/\/(?<host>[^/:?#@[\]]+|\[[^\]]+\])(?<port>:\d+)?(?<rest>[/?#].*)?$/i.exec(
    address,
  )?.groups
  if (parts === undefined) return null
  const { scheme = '', host = '', port = '', rest = '' } = parts
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), port, rest }
}

const isLocalhost = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')
const isLoopbackNumber = (host: string): boolean => /^127(?:\.\d{1,3}){3}$/.test(host) || host === '[::1]'
const isNumber = (host: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || host.startsWith('[')

const notAtNumbers = ({ host, port }: Address): Refusal => ({
  error: 'conflict',
  reason: `Browsers take no passkeys at ${host}.`,
  hint: `Open http://localhost${port} instead: it is the same service.`,
})

const needsName = (host: string): Refusal => ({
  error: 'conflict',
  reason: `Browsers take no passkeys at ${host}: they need a name.`,
  hint: 'Give Orrery a name with HTTPS, as the guide tells under HTTPS at home.',
})

const needsHttps = (host: string): Refusal => ({
  error: 'conflict',
  reason: `Browsers take passkeys at ${host} by HTTPS alone.`,
  hint: 'Put a proxy with a certificate in front of it, as the guide tells under HTTPS at home.',
})

const noName: Refusal = {
  error: 'conflict',
  reason: 'The request names no host that a passkey could be for.',
  hint: 'Open the page by its name, and try it there.',
}
