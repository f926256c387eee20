// The kinds of value that settings have: how each is checked, read from an environment variable and named in the guide.
import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { err, ok, type Result } from '#base/result.ts'
import { parseAuthority } from '../access/authority.ts'

/** How a person is asked for a value. `argv`: a list of arguments, or one text that is split into them. */
export type ValueInput =
  | { readonly is: 'flag' | 'text' | 'list' | 'argv' | 'variables' }
  | { readonly is: 'choice'; readonly choices: readonly string[] }
  | { readonly is: 'number'; readonly min: number; readonly max: number }

export type Kind<T> = {
  /** As the guide's table says it. */
  readonly name: string
  readonly input: ValueInput
  /** An error completes the sentence 'x must be …'. */
  readonly parse: (value: unknown) => Result<T, string>
  /** Turns a variable's text into what `parse` expects; text that fits nothing stays text and fails there. */
  readonly fromText: (text: string) => unknown
}

const asText = (value: string): unknown => value
const textInput: ValueInput = { is: 'text' }

function textKind(name: string, demand: string, accepts: (text: string) => boolean): Kind<string> {
  const parse = (value: unknown) => (typeof value === 'string' && accepts(value) ? ok(value) : err(demand))
  return { name, input: textInput, parse, fromText: asText }
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
  input: { is: 'flag' },
  parse: (value) => (typeof value === 'boolean' ? ok(value) : err('true or false')),
  fromText: (text) => (text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text),
}

const hours = /^(?<from>([01]\d|2[0-3]):[0-5]\d)-(?<to>([01]\d|2[0-3]):[0-5]\d)$/

/** A part of each day, over midnight where it ends before it begins. */
export const hoursValue = textKind(
  'hours, as 22:00-07:30',
  'hours as in "22:00-07:30", with two different ends',
  (text) => {
    const found = hours.exec(text)?.groups
    return found !== undefined && found.from !== found.to
  },
)

/** What a model costs: dollars for a million tokens of input, output, and both kinds of cache. */
export const priceValue = textKind(
  'model and prices, as kestrel-70b 0.50/1.50',
  'a model and its prices, as in "kestrel-70b 0.50/1.50": dollars for a million tokens of input/output, then cache read and write if they differ',
  (text) => /^\S{1,200} +\d{1,6}(\.\d{1,9})?(\/\d{1,6}(\.\d{1,9})?){1,3}$/.test(text),
)

export const timeZoneValue = textKind(
  'time zone, as Europe/Berlin',
  'a time zone as in "Europe/Berlin" or "UTC"',
  (text) => text !== '' && isTimeZone(text),
)

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // The way in which Intl says that it knows none of that name.
    return false
  }
}

/** What a guarded call may reach although it is private: a host name, an address, or a network. */
export const targetValue = textKind(
  'host, address or network',
  'a host name, an IP address, or a network as in "10.0.0.0/8"',
  (text) => {
    const [address = '', bits, ...more] = text.split('/')
    if (more.length > 0) return false
    const most = isIP(address) === 6 ? 128 : 32
    if (bits !== undefined) return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
    return isIP(address) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(address)
  },
)

/** How a push service reaches the person behind a hub (RFC 8292). */
export const contactValue = textKind(
  'mailto: or https:// address',
  'an address that begins with mailto: or https://',
  (text) => /^mailto:[^\s@]+@[^\s@]+$/.test(text) || (text.startsWith('https://') && URL.canParse(text)),
)

export function integerValue(min: number, max: number): Kind<number> {
  const demand = `a whole number from ${min} to ${max}`
  return {
    name: demand.slice(2),
    input: { is: 'number', min, max },
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
  return { name: quoted.join(' or '), input: { is: 'choice', choices }, parse, fromText: asText }
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
  return { name: protocols.map((one) => `${one}:// address`).join(' or '), input: textInput, parse, fromText: asText }
}

/** A page's origin: scheme, host and port, since nothing is served below a path. */
export const originValue: Kind<string> = {
  name: 'http:// or https:// address',
  input: textInput,
  parse: (value) => {
    const parsed = urlValue(['http', 'https']).parse(value)
    if (!parsed.ok) return parsed
    const { origin, pathname } = new URL(parsed.value)
    return pathname === '/' ? ok(origin) : err('an address without a path: the page lives at the root of its host')
  },
  fromText: asText,
}

/** An address of PostgreSQL, with whatever user, password and options belong to it. What does not fit is not repeated. */
export const postgresUrlValue: Kind<string> = {
  name: 'postgres:// address',
  input: textInput,
  parse: (value) => {
    const url = typeof value === 'string' ? URL.parse(value) : null
    const isOne = url !== null && (url.protocol === 'postgres:' || url.protocol === 'postgresql:')
    return isOne && url.pathname.length > 1
      ? ok(url.href)
      : err('an address as postgres://user:password@host/database; without it everything is kept in the home')
  },
  fromText: asText,
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
  const input: ValueInput = { is: 'list' }
  return { name: `list of ${kind.name}s`, input, parse, fromText: (text) => text.split(',').map((item) => item.trim()) }
}

/** null stands for 'not set'. */
export function optional<T>(kind: Kind<T>): Kind<T | null> {
  return { ...kind, parse: (value) => (value === null ? ok(null) : kind.parse(value)) }
}
