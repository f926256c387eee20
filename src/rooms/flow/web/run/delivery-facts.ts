// What a mirrored run's delivery step wrote, in words: where it was to go, where it went, whether a fallback was used.
import { isRecord } from '#platform/web/api/problem.ts'

export type Fact = { readonly name: string; readonly value: string }

/** Null for what is no JSON object: then the output is read as it is. */
export function deliveryFacts(output: string): readonly Fact[] | null {
  const resolution = parse(output)
  if (resolution === null) return null
  return Object.entries(resolution).map(([key, value]) => ({ name: wordsOfKey(key), value: say(value) }))
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && Object.keys(value).length > 0 ? value : null
  } catch {
    // Plain words of the gateway.
    return null
  }
}

/** `fallbackUsed` is 'Fallback used'. */
function wordsOfKey(key: string): string {
  const words = key
    .replaceAll('_', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A target is `telegram to 12345, explicit`; anything else is told by its parts. */
function say(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null || value === undefined) return 'none'
  if (!isRecord(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  const { channel, to, source, ok, ...others } = value
  const parts = [
    channel === undefined ? null : [say(channel), to == null ? null : `to ${say(to)}`].filter(Boolean).join(' '),
    source === undefined ? null : say(source),
    ok === false ? 'failed' : null,
    ...Object.entries(others).map(([key, part]) => `${wordsOfKey(key).toLowerCase()} ${say(part)}`),
  ]
  return parts.filter((part) => part !== null).join(', ')
}
