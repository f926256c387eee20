// An agent says who it is by the name of its terminal: who left the board is found by it, too.
import type { Migration } from '../migrate.ts'

export const namesOfPastSessions: Migration = {
  number: 21,
  name: 'names of past sessions',
  sql: `CREATE INDEX past_sessions_terminal ON past_sessions (json_extract(session, '$.tmux_session'));`,
}
