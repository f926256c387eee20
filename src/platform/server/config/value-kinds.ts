// The kinds of value that settings have: how each is checked, read from an environment variable and named in the guide.
import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { err, ok, type Result } from '#base/result.ts'
import { parseAuthority } from '../access/authority.ts'

export type Kind<T> = {
  /** As the guide's table says it. */
  readonly name: string
  /** An error completes the sentence 'x must be …'. */
  readonly parse: (value: unknown) => Result<T, string>
  /** Turns a variable's text into what `parse` expects; text that fits nothing stays text and fails there. */
  readonly fromText: (text: string) => unknown
}

const asText = (value: string): unknown => value

function textKind(name: string, demand: string, accepts: (text: string) => boolean): Kind<string> {
  const parse = (value: unknown) => (typeof value === 'string' && accepts(value) ? ok(value) : err(demand))
  return { name, parse, fromText: asText }
}

export const textValue = textKind('text', 'a text that is not empty', (text) => text !== '')

/** Travels in an Authorization header, so it is visible ASCII. */
export const tokenValue = textKind('text', 'visible ASCII characters without a space', (text) => /^[!-~]+$/.test(text))

export const hostValue = textKind(
  'address or host name',
  'an IP address or a host name, without scheme and port',
  (text) => isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text),
)

/** A name in Host headers, as access/host-rules.ts reads it. */
export const hostPatternValue = textKind(
  'host name',
  'a host name as in "board.example.net" or "*.example.net", without scheme and path',
  (text) => parseAuthority(text.replace(/^(\*\.|\.)/, '')) !== null,
)

export const socketNameValue = textKind(
  'text',
  'a name of letters, digits, ".", "_" and "-"',
  (text) => /^[A-Za-z0-9_.-]{1,64}$/.test(text) && !/^\.+$/.test(text),
)

export const absolutePathValue = textKind('path', 'an absolute path', isAbsolute)

export const flagValue: Kind<boolean> = {
  name: 'true or false',
  parse: (value) => (typeof value === 'boolean' ? ok(value) : err('true or false')),
  fromText: (text) => (text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text),
}

export function integerValue(min: number, max: number): Kind<number> {
  const demand = `a whole number from ${min} to ${max}`
  return {
    name: demand.slice(2),
    parse: (value) =>
      Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? ok(Number(value)) : err(demand),
    fromText: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
  }
}

export function choiceValue<const T extends string>(choices: readonly T[]): Kind<T> {
  const quoted = choices.map((choice) => `"${choice}"`)
  const parse = (value: unknown) => {
    const found = choices.find((choice) => choice === value)
    return found === undefined ? err(quoted.join(' or ')) : ok(found)
  }
  return { name: quoted.join(' or '), parse, fromText: asText }
}

/** An address of one of `protocols` (`['ws', 'wss']`), without user, password, query and fragment. */
export function urlValue(protocols: readonly string[]): Kind<string> {
  const demand = `an address that begins with ${protocols.map((one) => `${one}://`).join(' or ')}`
  const parse = (value: unknown): Result<string, string> => {
    const url = typeof value === 'string' ? URL.parse(value) : null
    if (url === null || !protocols.includes(url.protocol.slice(0, -1)) || url.hostname === '') return err(demand)
    if (url.username !== '' || url.password !== '') return err(`${demand} and holds no user or password`)
    if (url.search !== '' || url.hash !== '') return err(`${demand} and has neither "?" nor "#"`)
    return ok(url.href.replace(/\/+$/, ''))
  }
  return { name: protocols.map((one) => `${one}:// address`).join(' or '), parse, fromText: asText }
}

/** A page's origin: scheme, host and port, since nothing is served below a path. */
export const originValue: Kind<string> = {
  name: 'http:// or https:// address',
  parse: (value) => {
    const parsed = urlValue(['http', 'https']).parse(value)
    if (!parsed.ok) return parsed
    const { origin, pathname } = new URL(parsed.value)
    return pathname === '/' ? ok(origin) : err('an address without a path: the page lives at the root of its host')
  },
  fromText: asText,
}

/** A setting that is known and does not work yet: to set it is refused, since to ignore it would mislead. */
export function notYetValue(name: string, refusal: string): Kind<string | null> {
  return { name, parse: (value) => (value === null ? ok(null) : err(refusal)), fromText: asText }
}

export function listOf<T>(kind: Kind<T>): Kind<readonly T[]> {
  const parse = (value: unknown): Result<readonly T[], string> => {
    if (!Array.isArray(value)) return err('a list')
    const items: T[] = []
    for (const [index, item] of value.entries()) {
      const parsed = kind.parse(item)
      if (!parsed.ok) return err(`a list whose entry ${index + 1} is ${parsed.error}`)
      items.push(parsed.value)
    }
    return ok(items)
  }
  return { name: `list of ${kind.name}s`, parse, fromText: (text) => text.split(',').map((item) => item.trim()) }
}

/** null stands for 'not set'. */
export function optional<T>(kind: Kind<T>): Kind<T | null> {
  return { ...kind, parse: (value) => (value === null ? ok(null) : kind.parse(value)) }
}
