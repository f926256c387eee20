// Who launched, stopped, removed, ran triage or left a brief. Rows from before are told as they were: by a person, unnamed.
import type { Migration } from '../migrate.ts'

export const whoDidIt: Migration = {
  number: 20,
  name: 'who did it',
  sql: `
    ALTER TABLE session_events ADD COLUMN by_kind TEXT;
    ALTER TABLE session_events ADD COLUMN by_name TEXT;
    ALTER TABLE session_events DROP COLUMN actor;
    ALTER TABLE session_events ADD COLUMN actor TEXT GENERATED ALWAYS AS (coalesce(by_kind, CASE source
      WHEN 'launch' THEN 'person' WHEN 'user' THEN 'person' WHEN 'hook' THEN 'hook' WHEN 'wrapper' THEN 'agent'
      WHEN 'gateway' THEN 'gateway' ELSE 'service' END)) VIRTUAL;
    ALTER TABLE triage_runs ADD COLUMN by_kind TEXT;
    ALTER TABLE triage_runs ADD COLUMN by_name TEXT;
    ALTER TABLE triage_runs DROP COLUMN actor;
    ALTER TABLE triage_runs ADD COLUMN actor TEXT GENERATED ALWAYS AS (coalesce(by_kind,
      CASE WHEN substr(trigger_by, 1, 3) = 'api' THEN 'person' ELSE 'service' END)) VIRTUAL;
    ALTER TABLE briefs ADD COLUMN by_kind TEXT NOT NULL DEFAULT 'person';
    ALTER TABLE briefs ADD COLUMN by_name TEXT;
  `,
}
