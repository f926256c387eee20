// Sessions as search sees them, on the board and in history: by name, prompt and last words; and the end of what each wrote.
import { sql } from 'kysely'
import { terminalText } from '#base/terminal-text.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { walkChanges, type ChangeWalk } from '#platform/server/db/walk-changes.ts'
import type { SearchDocument, SearchSource } from '#rooms/search/contract.ts'
import type { Session } from '../contract.ts'
import { whyOf } from '../core/list/why.ts'
import { isRecorded } from '../core/output/last-line.ts'
import type { SessionsContext } from './context.ts'
import { shownSession, shownSessions } from './nodes/shown.ts'
import type { LogPart, ReadLog } from './launcher/log-recorder.ts'

export type SessionSearchParts = {
  readonly context: Pick<SessionsContext, 'registry' | 'foreign' | 'past'>
  readonly read: Database['read']
  readonly readLog: (sessionId: string, part: ReadLog) => Promise<LogPart | null>
}

/** Of an output, with its escape sequences: some screenfuls. */
const outputBytes = 16_384

export function createSessionSearch(parts: SessionSearchParts): readonly SearchSource[] {
  const changes = sessionChanges(parts)
  const read =
    (make: (known: Known) => SearchDocument | Promise<SearchDocument | null>) => async (ids: readonly string[]) => {
      const made = await Promise.all(
        ids.map(async (id) => {
          const known = await findSession(parts, id)
          return known === null ? null : make(known)
        }),
      )
      return made.filter((document) => document !== null)
    }
  return [
    { kind: 'session', changes, read: read(toDocument) },
    { kind: 'output', changes, read: read((known) => toOutput(parts, known)) },
  ]
}

/** What changed of sessions, for whoever follows what they say or write. */
export function sessionChanges(parts: WalkedParts): SearchSource['changes'] {
  return walkChanges(walkSessions(parts))
}

type WalkedParts = Pick<SessionSearchParts, 'context' | 'read'>

type Known = { readonly session: Session; readonly isOnBoard: boolean }

async function findSession({ context }: SessionSearchParts, id: string): Promise<Known | null> {
  const session = shownSession(context, id)
  if (session !== null) return { session, isOnBoard: true }
  const past = await context.past.find(id)
  return past === null ? null : { session: past.session, isOnBoard: false }
}

/** Past ones in the order in which they left, then those on the board; after that what their log says. */
function walkSessions({ context, read }: WalkedParts): ChangeWalk {
  return {
    async head() {
      const row = await read
        .selectFrom('session_events')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .executeTakeFirst()
      return row?.seq ?? 0
    },
    async list(after, limit) {
      if (!after.startsWith('board')) {
        const rows = await context.past.after(Number(after), limit)
        const last = rows.at(-1)
        if (last !== undefined) return { ids: rows.map(({ session }) => session.id), after: String(last.seq) }
      }
      const from = after.startsWith('board ') ? after.slice('board '.length) : ''
      const all = shownSessions(context).flatMap(({ id }) => (id > from ? id : []))
      const ids = all.toSorted().slice(0, limit)
      const last = ids.at(-1)
      return { ids, after: last === undefined ? null : `board ${last}` }
    },
    since: (number, limit) => changedSince(read, number, limit),
  }
}

/** Rows of the log that one look passes: what an agent does within a state is in none of its texts. */
const rowsAtOnce = 5000

async function changedSince(read: Database['read'], number: number, limit: number) {
  const newest = read.selectFrom('session_events').select(({ fn }) => fn.max('seq').as('seq'))
  const end = Math.min((await newest.executeTakeFirst())?.seq ?? 0, number + rowsAtOnce)
  const { rows } = await sql<{ id: string; seq: number }>`
    SELECT session_id AS id, max(seq) AS seq FROM session_events WHERE seq > ${number} AND seq <= ${end}
    AND (kind IN ('created', 'changed', 'removed') OR (accepted = 1 AND from_state IS DISTINCT FROM to_state))
    GROUP BY session_id ORDER BY max(seq) LIMIT ${limit}`.execute(read)
  const isCut = rows.length === limit
  const reached = isCut ? (rows.at(-1)?.seq ?? end) : Math.max(number, end)
  return { ids: rows.map(({ id }) => id), reached, isEnd: !isCut && end < number + rowsAtOnce }
}

function toDocument({ session, isOnBoard }: Known): SearchDocument {
  const why = whyOf(session, (task) => task)
  const { id, label, prompt, agent_type: type, tmux_session: tmux, last_message: said, task_id: task } = session
  const told = [said, session.cause?.metadata, tmux, type, task].filter((part) => part !== null && part !== undefined)
  return {
    id,
    title: label,
    text: [prompt, ...new Set(told)].join('\n\n'),
    ...standing({ session, isOnBoard }),
    where: [type, why, isOnBoard ? null : 'left the board'].filter((part) => part !== null).join(', '),
  }
}

async function toOutput({ readLog }: SessionSearchParts, known: Known): Promise<SearchDocument | null> {
  const { session } = known
  // Of every agent that reports by hooks alone, a look would fail each second.
  if (!isRecorded(session)) return null
  const part = await readLog(session.id, { tailBytes: outputBytes, from: null })
  const text = part === null ? '' : terminalText(part.bytes.toString(), { keepColour: false }).trim()
  if (text === '') return null
  const { id, label: title, tmux_session: tmux } = session
  return { id, title, text, ...standing(known), where: `${tmux}, the end of its output` }
}

function standing({ session, isOnBoard }: Known): Pick<SearchDocument, 'at' | 'href' | 'state' | 'isLive'> {
  return {
    at: session.last_activity,
    href: `/board?${new URLSearchParams({ session: session.id }).toString()}`,
    state: session.state,
    isLive: isOnBoard,
  }
}
