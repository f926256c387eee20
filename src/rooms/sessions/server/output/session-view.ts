// A session as it is read: with what it printed last, and what it did in one line.
import type { Session, SessionView } from '../../contract.ts'
import { newestLine } from '../../core/output/last-line.ts'
import type { SessionsContext } from '../context.ts'
import type { LastLines } from './last-lines.ts'

export type SessionViewParts = {
  readonly context: Pick<SessionsContext, 'summaries'>
  readonly lines: Pick<LastLines, 'of'>
}

export function viewOf<S extends Session>({ context, lines }: SessionViewParts, session: S): S & SessionView {
  const { id } = session
  return { ...session, last_line: newestLine(session, lines.of(id)), summary: context.summaries.of(id) }
}
