// Strands, the gateway and what is used. SQLite ends each index with the number of the row by itself; here it is named.
// Generated columns stand last: values without names then fall on the same columns as in SQLite.

export const tablesOfStrands = `
  CREATE TABLE loom_definitions (
    hash TEXT COLLATE "C" PRIMARY KEY,
    definition TEXT COLLATE "C" NOT NULL
  );

  CREATE TABLE loom_runs (
    seq BIGINT PRIMARY KEY,
    run_id TEXT COLLATE "C" NOT NULL UNIQUE,
    workflow_id TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    trigger TEXT COLLATE "C" NOT NULL,
    trigger_by TEXT COLLATE "C" NOT NULL,
    input TEXT COLLATE "C",
    created_at TEXT COLLATE "C" NOT NULL,
    started_at TEXT COLLATE "C",
    finished_at TEXT COLLATE "C",
    error TEXT COLLATE "C",
    slot TEXT COLLATE "C",
    retry_of TEXT COLLATE "C",
    cancel_by TEXT COLLATE "C",
    definition TEXT COLLATE "C",
    version TEXT COLLATE "C",
    input_tokens BIGINT,
    output_tokens BIGINT,
    total_tokens BIGINT,
    model TEXT COLLATE "C",
    provider TEXT COLLATE "C",
    cost DOUBLE PRECISION,
    caveat TEXT COLLATE "C",
    actor TEXT COLLATE "C" GENERATED ALWAYS AS (CASE WHEN definition IS NULL THEN 'gateway'
      ELSE CASE trigger WHEN 'cron' THEN 'cron' WHEN 'manual' THEN 'person' ELSE 'service' END END) STORED
  );
  CREATE INDEX loom_runs_by_workflow ON loom_runs (workflow_id, seq);
  CREATE INDEX loom_runs_by_status ON loom_runs (status, seq);
  CREATE INDEX loom_runs_ended ON loom_runs (status, actor, finished_at, seq) WHERE finished_at IS NOT NULL;
  CREATE INDEX loom_runs_asked ON loom_runs (actor, created_at, seq) WHERE actor IN ('person', 'service');

  CREATE TABLE loom_step_runs (
    run_id TEXT COLLATE "C" NOT NULL,
    step_id TEXT COLLATE "C" NOT NULL,
    position BIGINT NOT NULL DEFAULT 0,
    status TEXT COLLATE "C" NOT NULL,
    host TEXT COLLATE "C",
    attempt BIGINT NOT NULL DEFAULT 0,
    ready_at TEXT COLLATE "C",
    started_at TEXT COLLATE "C",
    finished_at TEXT COLLATE "C",
    output_tail TEXT COLLATE "C" NOT NULL DEFAULT '',
    output_bytes BIGINT NOT NULL DEFAULT 0,
    result TEXT COLLATE "C",
    error TEXT COLLATE "C",
    attempts TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    reused_from TEXT COLLATE "C",
    PRIMARY KEY (run_id, step_id)
  );
  CREATE INDEX loom_step_failures ON loom_step_runs (finished_at, (run_id || '/' || step_id)) WHERE status = 'failed';

  CREATE TABLE loom_schedules (
    workflow_id TEXT COLLATE "C" PRIMARY KEY,
    schedule TEXT COLLATE "C" NOT NULL,
    timezone TEXT COLLATE "C"
  );

  CREATE TABLE loom_slots (
    workflow_id TEXT COLLATE "C" NOT NULL,
    slot TEXT COLLATE "C" NOT NULL,
    run_id TEXT COLLATE "C",
    PRIMARY KEY (workflow_id, slot)
  );
  CREATE INDEX loom_slots_missed ON loom_slots (slot) WHERE run_id IS NULL;

  CREATE TABLE loom_deliveries (
    workflow_id TEXT COLLATE "C" NOT NULL,
    body_hash TEXT COLLATE "C" NOT NULL,
    run_id TEXT COLLATE "C" NOT NULL,
    accepted_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (workflow_id, body_hash)
  );
  CREATE INDEX loom_deliveries_by_time ON loom_deliveries (accepted_at);

  CREATE TABLE loom_last_good (
    id TEXT COLLATE "C" PRIMARY KEY,
    definition TEXT COLLATE "C" NOT NULL,
    broken_since TEXT COLLATE "C"
  );

  CREATE TABLE gateway_jobs (
    job_id TEXT COLLATE "C" PRIMARY KEY,
    strand_id TEXT COLLATE "C" NOT NULL UNIQUE,
    job TEXT COLLATE "C" NOT NULL,
    gone_at_ms BIGINT,
    settled_at_ms BIGINT NOT NULL
  );

  CREATE TABLE gateway_usage (
    run_id TEXT COLLATE "C" PRIMARY KEY,
    job_id TEXT COLLATE "C",
    session_key TEXT COLLATE "C",
    at TEXT COLLATE "C" NOT NULL,
    day TEXT COLLATE "C" NOT NULL,
    provider TEXT COLLATE "C",
    model TEXT COLLATE "C",
    input_tokens BIGINT,
    output_tokens BIGINT NOT NULL,
    total_tokens BIGINT NOT NULL,
    cost DOUBLE PRECISION
  );
  CREATE INDEX gateway_usage_by_day ON gateway_usage (day, model);
  CREATE INDEX gateway_usage_by_job ON gateway_usage (job_id, day) WHERE job_id IS NOT NULL;

  CREATE TABLE fuel_usage (
    key TEXT COLLATE "C" PRIMARY KEY,
    at TEXT COLLATE "C" NOT NULL,
    day TEXT COLLATE "C" NOT NULL,
    session_id TEXT COLLATE "C" NOT NULL,
    agent TEXT COLLATE "C" NOT NULL,
    device_id TEXT COLLATE "C" NOT NULL,
    model TEXT COLLATE "C" NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    input BIGINT NOT NULL,
    output BIGINT NOT NULL,
    cache_read BIGINT NOT NULL,
    cache_write BIGINT NOT NULL,
    cost DOUBLE PRECISION
  );
  CREATE INDEX fuel_usage_by_time ON fuel_usage (at, key);
  CREATE INDEX fuel_usage_unpriced ON fuel_usage (model) WHERE cost IS NULL;

  CREATE TABLE fuel_days (
    day TEXT COLLATE "C" NOT NULL,
    session_id TEXT COLLATE "C" NOT NULL,
    agent TEXT COLLATE "C" NOT NULL,
    device_id TEXT COLLATE "C" NOT NULL,
    model TEXT COLLATE "C" NOT NULL,
    input BIGINT NOT NULL,
    output BIGINT NOT NULL,
    cache_read BIGINT NOT NULL,
    cache_write BIGINT NOT NULL,
    priced BIGINT NOT NULL,
    cost DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (day, session_id, agent, device_id, model)
  );
  CREATE INDEX fuel_days_by_session ON fuel_days (session_id, day);

  CREATE TABLE fuel_conversations (
    conversation TEXT COLLATE "C" PRIMARY KEY,
    chain TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL
  );
  CREATE INDEX fuel_conversations_by_chain ON fuel_conversations (chain) WHERE chain <> '';

  CREATE TABLE fuel_files (
    path TEXT COLLATE "C" PRIMARY KEY,
    session_id TEXT COLLATE "C" NOT NULL,
    read_at TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL
  );
  CREATE INDEX fuel_files_by_time ON fuel_files (read_at);

  CREATE TABLE fuel_budgets (
    place BIGINT PRIMARY KEY,
    budget TEXT COLLATE "C" NOT NULL
  );
`
