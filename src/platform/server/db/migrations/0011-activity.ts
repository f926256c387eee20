// What the page of all activity is read by: what each kept row is called there, who did it, and indexes by time for each of
// these. Columns are computed when they are read, so that a row costs no more to write; docs/decisions/0043 says why.
import type { Migration } from '../migrate.ts'

export const activity: Migration = {
  number: 11,
  name: 'activity',
  sql: `
    ALTER TABLE session_events ADD COLUMN act TEXT GENERATED ALWAYS AS (CASE kind
      WHEN 'created' THEN CASE source WHEN 'launch' THEN 'launched' WHEN 'user' THEN 'registered' ELSE 'found' END
      WHEN 'removed' THEN CASE source WHEN 'launch' THEN 'taken_back' ELSE 'removed' END
      WHEN 'event' THEN CASE WHEN accepted = 1 THEN CASE event
        WHEN 'start' THEN CASE source WHEN 'launch' THEN NULL ELSE 'started' END
        WHEN 'hook.to_running' THEN 'working' WHEN 'agent.tool_use' THEN 'working'
        WHEN 'hook.to_review' THEN 'waiting' WHEN 'agent.prompt_ready' THEN 'waiting'
        WHEN 'process.exit' THEN 'completed' WHEN 'process.exit_error' THEN 'failed'
        WHEN 'user.cancel' THEN 'stopped' WHEN 'user.requeue' THEN 'requeued'
        WHEN 'user.resume' THEN CASE WHEN metadata IS NULL THEN 'resumed' END END END
      END) VIRTUAL;
    ALTER TABLE session_events ADD COLUMN actor TEXT GENERATED ALWAYS AS (CASE source
      WHEN 'launch' THEN 'person' WHEN 'user' THEN 'person' WHEN 'hook' THEN 'hook' WHEN 'wrapper' THEN 'agent'
      WHEN 'gateway' THEN 'gateway' ELSE 'service' END) VIRTUAL;
    CREATE TABLE session_activity (
      act TEXT NOT NULL, actor TEXT NOT NULL, at TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (act, actor, at, seq)
    ) WITHOUT ROWID;
    -- What was there is added while the service runs (rooms/sessions/server/log/fill-activity.ts): a million takes seconds.
    INSERT INTO counters SELECT 'session activity', coalesce(max(seq), 0) FROM session_events;
    INSERT INTO counters SELECT 'session activity to fill', max(seq) FROM session_events HAVING max(seq) > 0;
    CREATE INDEX session_answers_activity ON session_answers (actor, at, id);
    ALTER TABLE task_events ADD COLUMN act TEXT GENERATED ALWAYS AS (CASE kind WHEN 'changed' THEN
      CASE WHEN instr(changes, '"field":"status"') > 0 THEN 'moved' ELSE 'edited' END ELSE kind END) VIRTUAL;
    ALTER TABLE task_events ADD COLUMN who TEXT GENERATED ALWAYS AS (CASE actor
      WHEN 'user' THEN 'person' WHEN 'agent' THEN 'agent' WHEN 'session' THEN 'agent' ELSE 'service' END) VIRTUAL;
    CREATE INDEX task_events_activity ON task_events (act, who, at, seq);
    ALTER TABLE loom_runs ADD COLUMN actor TEXT GENERATED ALWAYS AS (CASE WHEN definition IS NULL THEN 'gateway'
      ELSE CASE trigger WHEN 'cron' THEN 'cron' WHEN 'manual' THEN 'person' ELSE 'service' END END) VIRTUAL;
    CREATE INDEX loom_runs_ended ON loom_runs (status, actor, finished_at, seq) WHERE finished_at IS NOT NULL;
    CREATE INDEX loom_runs_asked ON loom_runs (actor, created_at, seq) WHERE actor IN ('person', 'service');
    CREATE INDEX loom_step_failures ON loom_step_runs (finished_at, run_id || '/' || step_id) WHERE status = 'failed';
    ALTER TABLE triage_runs ADD COLUMN actor TEXT GENERATED ALWAYS AS (
      CASE WHEN substr(trigger_by, 1, 3) = 'api' THEN 'person' ELSE 'service' END) VIRTUAL;
    CREATE INDEX triage_runs_ended ON triage_runs (finished_at, id) WHERE finished_at IS NOT NULL;
    ALTER TABLE score_overrides ADD COLUMN actor TEXT NOT NULL DEFAULT 'person';
    ALTER TABLE score_overrides ADD COLUMN actor_name TEXT;
    CREATE INDEX score_overrides_by_time ON score_overrides (created_at, id);
  `,
}
