// The one way to an address that a person or a browser gave: https alone, its resolved address held for the call, nothing
// private that is not listed, no redirect followed, within a time and a size.
import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { wordsOfNetwork } from '#base/network-words.ts'
import { printable } from '#base/printable.ts'
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import { mayReach } from './reach.ts'

export type OutCall = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Private hosts, addresses and networks that may be reached. */
  readonly privateTargets: readonly string[]
  readonly signal?: AbortSignal
}

export type OutAnswer = {
  readonly status: number
  readonly retryAfter: string | null
  /** Its beginning. */
  readonly text: string
}

/**
 * `forbidden`: nothing was sent, and nothing will be. `unreachable`: it was not answered; whether it was read nobody knows.
 * The reason ends a sentence that begins with the place, and names no address: that may be a secret.
 */
export type OutFailure = { readonly code: 'forbidden' | 'unreachable'; readonly reason: string; readonly hint: string }

/** All addresses of a host, as the system knows them. */
export type Resolve = (hostName: string) => Promise<readonly string[]>

const systemResolve: Resolve = async (hostName) => {
  const found = await lookup(hostName, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

const timeoutMs = 10 * secondMs
const answerLimitBytes = 16 * 1024

/** POSTs once. The host is resolved here and once: what it resolves to later changes nothing. */
export async function callOut(call: OutCall, resolve: Resolve = systemResolve): Promise<Result<OutAnswer, OutFailure>> {
  const url = URL.parse(call.url)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    return err(forbidden('has an address that does not begin with https://', 'Give it an https:// address.'))
  }
  const hostName = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(hostName) === 0 ? await resolved(hostName, resolve) : ok([hostName])
  if (!addresses.ok) return addresses
  const [address] = addresses.value
  // A name that leads inside by one of its addresses leads inside.
  if (address === undefined || !addresses.value.every((one) => mayReach(one, hostName, call.privateTargets))) {
    return err(forbidden('is at a private address', `List it in notify.privateTargets if it is yours: ${hostName}`))
  }
  return await send(call, { url, hostName, address })
}

async function resolved(hostName: string, resolve: Resolve): Promise<Result<readonly string[], OutFailure>> {
  try {
    return ok(await resolve(hostName))
  } catch (error) {
    return err(unreachable(error))
  }
}

type Place = { readonly url: URL; readonly hostName: string; readonly address: string }

function send({ headers, body, signal }: OutCall, place: Place): Promise<Result<OutAnswer, OutFailure>> {
  const { url, hostName, address } = place
  const timeout = AbortSignal.timeout(timeoutMs)
  const { promise, resolve } = Promise.withResolvers<Result<OutAnswer, OutFailure>>()
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const outgoing = request(
    {
      host: address,
      port: url.port === '' ? 443 : Number(url.port),
      path: url.pathname + url.search,
      method: 'POST',
      // A connection of its own: one that is kept could lead elsewhere than what was resolved.
      agent: false,
      ...(isIP(hostName) === 0 ? { servername: hostName } : {}),
      headers: { ...headers, host: url.host, 'content-length': String(bytes.byteLength) },
      signal: AbortSignal.any(signal === undefined ? [timeout] : [timeout, signal]),
    },
    (answer) => {
      const parts: Buffer[] = []
      let size = 0
      const done = () =>
        resolve(
          ok({
            status: answer.statusCode ?? 0,
            retryAfter: answer.headers['retry-after'] ?? null,
            text: printable(Buffer.concat(parts).subarray(0, answerLimitBytes).toString()),
          }),
        )
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size < answerLimitBytes) return
        done()
        outgoing.destroy()
      })
      answer.on('end', done)
      // The status came, and that is the answer.
      answer.on('error', done)
    },
  )
  outgoing.on('error', (error) => resolve(err(timeout.aborted ? silent : unreachable(error))))
  outgoing.end(bytes)
  return promise
}

const silent: OutFailure = {
  code: 'unreachable',
  reason: 'did not answer within 10 s',
  hint: 'It may work later.',
}

function forbidden(reason: string, hint: string): OutFailure {
  return { code: 'forbidden', reason, hint }
}

function unreachable(error: unknown): OutFailure {
  const words = error instanceof Error ? wordsOfNetwork(error) : String(error)
  return { code: 'unreachable', reason: `can't be reached: ${printable(words)}`, hint: 'It may work later.' }
}
