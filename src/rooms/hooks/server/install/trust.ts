// Says to a client that needs it, for one launch alone, that our hooks are trusted: those lines and no others.
import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { itemsOf, membersOf, rootOf } from '#base/json-spans.ts'
import { unlessMissing } from '#platform/server/files/missing.ts'
import { readMark } from '../../core/hook-line.ts'

type Hook = {
  readonly event: string
  readonly group: number
  readonly index: number
  readonly command: string
  readonly timeout: number
}

/**
 * Codex 0.169.0 keeps, for each hook that a person agreed to, the digest of its definition under the file's path, the event
 * and its place there. A setting of the command line stands beside those of the person's own file.
 */
export async function trustArguments(settingsPath: string, text: string): Promise<string[]> {
  const hooks = ourHooks(text)
  if (hooks.length === 0) return []
  const path = (await unlessMissing(realpath(settingsPath))) ?? settingsPath
  const trusted = [...new Set([settingsPath, path])].flatMap((file) =>
    hooks.map((hook) => `${JSON.stringify(keyOf(file, hook))}={trusted_hash="sha256:${digestOf(hook)}"}`),
  )
  return ['-c', `hooks.state={${trusted.join(',')}}`]
}

const snake = (event: string): string => event.replaceAll(/(?<!^)[A-Z]/g, '_$&').toLowerCase()

function keyOf(file: string, { event, group, index }: Hook): string {
  return `${file}:${snake(event)}:${group}:${index}`
}

/** Of the definition with sorted names; what it does not say stands there by its default. */
function digestOf({ event, command, timeout }: Hook): string {
  const definition = { event_name: snake(event), hooks: [{ async: false, command, timeout, type: 'command' }] }
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex')
}

/** Those with our mark that stand alone in a group without a matcher, as we write them. */
function ourHooks(text: string): Hook[] {
  const hooks = membersOf(text, rootOf(text)).find(({ key }) => key === 'hooks')
  if (hooks === undefined) return []
  return membersOf(text, hooks.value).flatMap(({ key: event, value }) =>
    itemsOf(text, value).flatMap((span, group) => {
      const written: unknown = JSON.parse(text.slice(span.start, span.end))
      const own = readGroup(written)
      return own === null ? [] : [{ event, group, index: 0, ...own }]
    }),
  )
}

function readGroup(group: unknown): Pick<Hook, 'command' | 'timeout'> | null {
  const { hooks, matcher } = Object(group) as { hooks?: unknown; matcher?: unknown }
  if (matcher !== undefined || !Array.isArray(hooks) || hooks.length !== 1) return null
  const { command, timeout } = Object(hooks[0]) as { command?: unknown; timeout?: unknown }
  if (typeof command !== 'string' || typeof timeout !== 'number' || readMark(command) === null) return null
  return { command, timeout }
}
