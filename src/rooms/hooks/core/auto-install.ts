// Reads and sets `hooks.autoInstall` in the text of config.json, leaving every other byte.
import { err, ok, type Result } from '#base/result.ts'
import { insertEntry, layoutOf, render, splice, type Container } from '#base/json-edit.ts'
import { kindOf, membersOf, rootOf, type Span } from '#base/json-spans.ts'

/**
 * The text that says whether hooks install themselves; `text` is null when there is no config.json. Installing is what
 * happens anyway, so `true` only turns a `false` around. An error goes on after the file's name.
 */
export function setAutoInstall(text: string | null, value: boolean): Result<string | null, string> {
  if (text === null) return ok(value ? null : `${JSON.stringify({ hooks: { autoInstall: false } }, null, 2)}\n`)
  if (readsAs(text) === undefined) return err('is not valid JSON')
  const root = rootOf(text)
  if (kindOf(text, root) !== 'object') return err('does not hold a JSON object')
  const hooks = valueNamed(text, root, 'hooks')
  if (hooks === null)
    return ok(value ? text : insert(text, { span: root, depth: 0 }, ['hooks', { autoInstall: false }]))
  if (kindOf(text, hooks) !== 'object') return err('has a "hooks" that is no object')
  const set = valueNamed(text, hooks, 'autoInstall')
  if (set !== null) return ok(value && !isFalse(text, set) ? text : splice(text, set, String(value)))
  return ok(value ? text : insert(text, { span: hooks, depth: 1 }, ['autoInstall', false]))
}

/** Whether config.json turns automatic installing off; null when the text is no JSON and says nothing. */
export function readAutoInstall(text: string): boolean | null {
  const value = readsAs(text)
  if (value === undefined) return null
  const root = rootOf(text)
  const hooks = kindOf(text, root) === 'object' ? valueNamed(text, root, 'hooks') : null
  const set = hooks !== null && kindOf(text, hooks) === 'object' ? valueNamed(text, hooks, 'autoInstall') : null
  return set === null || !isFalse(text, set)
}

function readsAs(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The last one counts, as for every JSON reader. */
function valueNamed(text: string, object: Span, key: string): Span | null {
  return membersOf(text, object).findLast((member) => member.key === key)?.value ?? null
}

const isFalse = (text: string, { start, end }: Span): boolean => text.slice(start, end) === 'false'

function insert(text: string, at: Pick<Container, 'span' | 'depth'>, [key, value]: [string, unknown]): string {
  const layout = layoutOf(text)
  const colon = layout.indent === null ? ':' : ': '
  const entry = { text: JSON.stringify(key) + colon + render(value, at.depth + 1, layout), layout }
  return insertEntry(text, { ...at, entries: membersOf(text, at.span) }, entry)
}
