// Our entry among the MCP servers in the settings of an agent program; everything else there keeps every byte.
import { insertEntry, layoutOf, removeEntry, render, splice } from '#base/json-edit.ts'
import { kindOf, membersOf, rootOf, type Member } from '#base/json-spans.ts'
import { err, ok, type Result } from '#base/result.ts'

export const mcpClients = ['claude', 'codex', 'gemini'] as const
export type McpClient = (typeof mcpClients)[number]

/** How a client starts our side of the conversation. */
export type ServerEntry = {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Where each keeps it, below the person's home; and whether the file may be made. */
export const mcpSettings: Readonly<Record<McpClient, { readonly label: string; readonly path: readonly string[] }>> = {
  claude: { label: 'Claude Code', path: ['.claude.json'] },
  codex: { label: 'Codex', path: ['.codex', 'config.toml'] },
  gemini: { label: 'Gemini CLI', path: ['.gemini', 'settings.json'] },
}

const ownName = 'orrery'
const listName = 'mcpServers'

/** The text with our entry; the same text when it stands there already. A sentence goes on after the file's name. */
export function addServer(client: McpClient, text: string | null, entry: ServerEntry): Result<string, string> {
  return client === 'codex' ? addToml(text ?? '', entry) : addJson(text, entry)
}

/** The text as it was before `addServer`; null where nothing but our entry was in it. */
export function removeServer(client: McpClient, text: string): Result<string | null, string> {
  return client === 'codex' ? removeToml(text) : removeJson(text)
}

/** A file that was not there begins so, which tells that it may go again. */
const madeJson = `{\n  "${listName}": {}\n}\n`

function addJson(text: string | null, entry: ServerEntry): Result<string, string> {
  const before = text === null || text.trim() === '' ? madeJson : text
  const found = findJson(before)
  if (!found.ok) return found
  const layout = layoutOf(before)
  const { root, list, own } = found.value
  const valueThatMade = (made: Made) => {
    const { command, args, env } = entry
    return { type: 'stdio', command, args, env: { ...env, [madeVariable]: made } }
  }
  if (own !== null) {
    const made = madeBy(before, own)
    if (made === null) return err(`has a server ${ownName} that is not ours`)
    return ok(splice(before, own.value, render(valueThatMade(made), 2, layout)))
  }
  if (list === null) {
    const member = `"${listName}": ${render({ [ownName]: valueThatMade('list') }, 1, layout)}`
    const container = { span: root, entries: membersOf(before, root), depth: 0 }
    return ok(insertEntry(before, container, { text: member, layout }))
  }
  const container = { span: list.value, entries: membersOf(before, list.value), depth: 1 }
  const value = render(valueThatMade(before === text ? 'entry' : 'file'), 2, layout)
  return ok(insertEntry(before, container, { text: `"${ownName}": ${value}`, layout }))
}

function removeJson(text: string): Result<string | null, string> {
  const found = findJson(text)
  if (!found.ok) return found
  const { list, own } = found.value
  const made = own === null ? null : madeBy(text, own)
  if (list === null || made === null) return ok(text)
  const entries = membersOf(text, list.value)
  const rest = removeEntry(text, { span: list.value, entries }, entries.findIndex(isOurs))
  if (made === 'file' && rest === madeJson) return ok(null)
  // What a person wrote beside our entry meanwhile stays, and so does a list that was theirs.
  if (made === 'entry' || entries.length > 1) return ok(rest)
  const root = rootOf(rest)
  const members = membersOf(rest, root)
  return ok(
    removeEntry(
      rest,
      { span: root, entries: members },
      members.findIndex(({ key }) => key === listName),
    ),
  )
}

/** What had to be made for our entry, kept in it, so that exactly that goes again; it tells our entry from a person's, too. */
const madeVariable = 'ORRERY_MCP_MADE'
type Made = 'file' | 'list' | 'entry'

function madeBy(text: string, own: Member): Made | null {
  const value: unknown = JSON.parse(text.slice(own.value.start, own.value.end))
  const env: unknown = Object(value).env
  const made: unknown = Object(env)[madeVariable]
  return made === 'file' || made === 'list' || made === 'entry' ? made : null
}

type Found = { readonly root: ReturnType<typeof rootOf>; readonly list: Member | null; readonly own: Member | null }

function findJson(text: string): Result<Found, string> {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return err('is not valid JSON')
  }
  const root = rootOf(text)
  if (kindOf(text, root) !== 'object') return err('holds no object')
  const list = membersOf(text, root).find(({ key }) => key === listName) ?? null
  if (list === null) return ok({ root, list, own: null })
  if (kindOf(text, list.value) !== 'object') return err(`has a ${listName} that is no object`)
  return ok({ root, list, own: membersOf(text, list.value).find(isOurs) ?? null })
}

const isOurs = ({ key }: Member): boolean => key === ownName

const begin = '# orrery mcp: begin\n'
const end = '# orrery mcp: end\n'

/** Codex reads TOML: our table stands at the end, between two marks. */
function addToml(text: string, { command, args, env }: ServerEntry): Result<string, string> {
  const rest = withoutBlock(text)
  if (/^\s*\[\s*mcp_servers\s*\.\s*("orrery"|orrery)\s*[\].]/m.test(rest))
    return err('has an mcp_servers.orrery that is not ours')
  const variables = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  const table = [
    '[mcp_servers.orrery]',
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    ...(variables.length === 0 ? [] : [`env = { ${variables.join(', ')} }`]),
  ]
  const gap = rest === '' || rest.endsWith('\n') ? '' : '\n'
  return ok(
    `${rest}${gap}${gap === '' ? begin : begin.replace('\n', ', after a line without an end\n')}${table.join('\n')}\n${end}`,
  )
}

function removeToml(text: string): Result<string | null, string> {
  const rest = withoutBlock(text)
  return ok(rest === '' && text !== '' ? null : rest)
}

function withoutBlock(text: string): string {
  return text.replace(
    /(\n)?# orrery mcp: begin(, after a line without an end)?\n[^]*?# orrery mcp: end\n/,
    (_all, line, gap) => (gap === undefined ? (line ?? '') : ''),
  )
}
