// The tables of a PostgreSQL as it begins: what SQLite has after the migrations that the baseline stands for.
import { tablesOfService } from './baseline-service.ts'
import { tablesOfSessions } from './baseline-sessions.ts'
import { tablesOfStrands } from './baseline-strands.ts'
import { tablesOfTasks } from './baseline-tasks.ts'

/**
 * A field of a JSON text, as `json_extract` has it in SQLite. JSONB takes neither NUL nor half of a pair of surrogates, which
 * texts of agents may hold; JSON.stringify writes these as escapes, and no others of a surrogate.
 */
const jsonText = String.raw`
  CREATE FUNCTION json_text(document TEXT, field TEXT) RETURNS TEXT
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(document, '\\u(0000|d[89a-f][0-9a-f]{2})', '\ufffd', 'g')::jsonb ->> field;
`

/** What SQLite's migrations leave in an empty file. Of the handle's 256 bits 244 are random. */
const firstRows = `
  INSERT INTO counters VALUES ('session history', 0), ('session activity', 0);
  INSERT INTO passkey_holder VALUES (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
`

export const baseline: string = [
  jsonText,
  tablesOfService,
  tablesOfSessions,
  tablesOfTasks,
  tablesOfStrands,
  firstRows,
].join('')
