// The origins under which a device may have dialed this hub. None of them can be chosen by whoever passes a request on.
import type { IncomingMessage } from 'node:http'
import { isKnownHost } from '#platform/server/access/claims.ts'
import { mainSettings, type AccessConfig } from '#platform/server/access/settings.ts'

/** What a request tells of where it arrived. */
export type Arrival = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly localAddress?: string | undefined; readonly localPort?: number | undefined }
}

/**
 * The address that the command named, our own as the connection found it, and what the Host says if it is a name of ours: a
 * relay can send any Host, but the device has signed the name that it dialed, which is then another one.
 */
export function dialedOrigins(request: Arrival, config: AccessConfig, ofCommand: string | null): string[] {
  const { localAddress = '', localPort = 0 } = request.socket
  const settings = mainSettings(config, { port: localPort, hookPort: null })
  const host = request.headers.host ?? null
  const isOurs = host !== null && isKnownHost({ host, hostIsAmbiguous: false }, settings)
  const found = [
    ofCommand,
    settings.publicOrigin,
    `http://${bracketed(localAddress.replace(/^::ffff:/, ''))}:${localPort}`,
    ...(isOurs ? [`http://${host}`, `https://${host}`] : []),
  ]
  return [...new Set(found.filter((origin) => origin !== null).map((origin) => originOf(origin) ?? origin))]
}

/** The origin that a person's devices are to dial; `request` is one of a person, which passed the rules of Host and Origin. */
export function originForDevices(request: Arrival, config: AccessConfig, privateIp: string | null): string {
  const { publicUrl, host: bound } = config
  if (publicUrl !== null) return new URL(publicUrl).origin
  const { origin, host } = request.headers
  const asked = origin ?? `http://${host ?? '127.0.0.1'}`
  const isOpen = bound === '0.0.0.0' || bound === '::'
  // Whoever asks from this machine names it as only this machine can.
  const name = new URL(asked).hostname
  const isLoopback = name === 'localhost' || name.endsWith('.localhost') || name.startsWith('127.') || name === '[::1]'
  if (!isOpen || !isLoopback || privateIp === null) return new URL(asked).origin
  return `http://${privateIp}:${request.socket.localPort ?? 80}`
}

/** As URLs write it: without the port that is the scheme's own. */
function originOf(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
