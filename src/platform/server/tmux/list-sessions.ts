// Lists all sessions in one call whatever their number, and tells a session's own tag from the server's.
import type { ProgramOutcome } from '../spawn.ts'
import { chain } from './tmux-arguments.ts'
import { describe, runPastExit, saysNoServer, type TmuxClient } from './tmux-client.ts'
import { keeperName, type TmuxListing, type TmuxSession } from './tmux.ts'

const tagName = 'SERVICE_SESSION_TMUX'

/**
 * The name comes last and tmux escapes control characters in names; a tag may hold any, so tabs and newlines in it
 * become spaces here. `#{VARIABLE}` falls back to the server's global environment.
 */
const rowFormat = ['#{session_id}', '#{session_created}', `#{s/[\t\n]/ /:${tagName}}`, '#{session_name}'].join('\t')
const rowPattern = /^(?<id>\$\d+)\t(?<created>\d+)\t(?<tag>[^\t]*)\t(?<name>.*)$/s
/** `-NAME` stands for a variable that is marked as removed. */
const globalTagPattern = new RegExp(`^(-${tagName}|${tagName}=(?<value>.*))\\n$`, 's')

const listCommand = chain(['list-sessions', '-F', rowFormat], ['show-environment', '-g', tagName])

/** Our keeper is left out. Costs a second call only when the server's global environment holds a tag. */
export async function listSessions(client: TmuxClient): Promise<TmuxListing> {
  const outcome = await runPastExit(client, listCommand)
  if (outcome.kind === 'not_found') return { kind: 'not_installed' }
  if (outcome.kind === 'exited' && saysNoServer(outcome.stderr)) return { kind: 'sessions', sessions: [] }
  if (outcome.kind !== 'exited') return { kind: 'unknown', reason: describe(outcome) }
  const listing = parseListing(outcome)
  if (listing === null) return { kind: 'unknown', reason: `no list of sessions: ${describe(outcome)}` }
  const sessions = await resolveTags(client, listing)
  if (sessions === null) return { kind: 'unknown', reason: 'tmux did not tell the tags of its sessions' }
  return { kind: 'sessions', sessions }
}

type Listing = { readonly sessions: readonly TmuxSession[]; readonly globalTag: string | null }

/** Null for anything but a whole, well-formed answer, so that no session is taken for gone by mistake. */
function parseListing({ code, stdout, stderr }: ProgramOutcome & { kind: 'exited' }): Listing | null {
  const lines = stdout.split('\n')
  const rowCount = lines.findIndex((line) => !line.startsWith('$'))
  const rest = lines.slice(rowCount).join('\n')
  // Without a global tag the second command fails, after the list was printed: the usual case.
  const isUntagged = code === 1 && rest === '' && stderr.trim() === `unknown variable: ${tagName}`
  if (!isUntagged && !(code === 0 && globalTagPattern.test(rest))) return null
  const sessions: TmuxSession[] = []
  for (const line of lines.slice(0, rowCount)) {
    const row = rowPattern.exec(line)?.groups
    if (row === undefined) return null
    const { id = '', created, tag = '', name = '' } = row
    if (name === keeperName) continue
    sessions.push({ id, name, createdMs: Number(created) * 1000, tag: tag === '' ? null : tag })
  }
  const globalTag = globalTagPattern.exec(rest)?.groups?.value?.replaceAll(/[\t\n]/g, ' ')
  return { sessions, globalTag: globalTag ?? null }
}

/** A tag equal to the global one may be the session's own or inherited: only then the session itself is asked. */
async function resolveTags(client: TmuxClient, listing: Listing): Promise<readonly TmuxSession[] | null> {
  const { sessions, globalTag } = listing
  const ambiguous = sessions.filter((session) => session.tag !== null && session.tag === globalTag)
  if (ambiguous.length === 0) return sessions
  const owners = await findOwners(client, ambiguous)
  if (owners === null) return null
  const asked = new Set(ambiguous.map((session) => session.id))
  return sessions.map((session) =>
    asked.has(session.id) && !owners.has(session.id) ? { ...session, tag: null } : session,
  )
}

/**
 * The ids of the sessions that have a tag of their own, in one call. The commands come from stdin, one a line: in a chain
 * the first session without a tag would end it.
 */
async function findOwners(client: TmuxClient, sessions: readonly TmuxSession[]): Promise<ReadonlySet<string> | null> {
  const commands = sessions.map(({ id }) => `display-message -p '${id}'\nshow-environment -t '${id}' ${tagName}\n`)
  const outcome = await client.run(['source-file', '-'], commands.join(''))
  if (outcome.kind !== 'exited') return null
  const owners = new Set<string>()
  const answered: string[] = []
  for (const line of outcome.stdout.split('\n')) {
    const current = answered.at(-1)
    if (/^\$\d+$/.test(line)) answered.push(line)
    else if (current !== undefined && line.startsWith(`${tagName}=`)) owners.add(current)
  }
  // Each id is printed before its answer: fewer of them mean that the call was cut short.
  return answered.length >= sessions.length ? owners : null
}
