// The tables of service.db as kysely sees them; the migrations beside this file create them.
import type {
  DeviceLeasesTable,
  DevicePlansTable,
  DeviceRunsTable,
  DevicesTable,
  HubIdentityTable,
} from './schema-devices.ts'
import type { FuelTables } from './schema-fuel.ts'
import type { NotificationDeliveriesTable, NotificationsTable, PushSubscriptionsTable } from './schema-notifications.ts'
import type { PasskeyHolderTable, PasskeysTable } from './schema-passkeys.ts'
import type { TriageTables } from './schema-triage.ts'
import type { VaultCredentialsTable, VaultRecoveryTable } from './schema-vault.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type {
  LoomRunsTable,
  LoomStepRunsTable,
  LoomDefinitionsTable,
  LoomSchedulesTable,
  LoomSlotsTable,
  LoomLastGoodTable,
} from './workflow-tables.ts'

export interface SessionEventsTable {
  seq: Generated<number>
  session_id: string
  at: string
  /** created, event, changed, removed, or checkpoint. */
  kind: string
  event: string | null
  from_state: string | null
  to_state: string | null
  accepted: number
  source: string
  metadata: string | null
  run_id: string | null
  /** JSON: the whole record (created), what changed of it (event, changed), all records (checkpoint). */
  data: string | null
  /** Kind and name of who asked for it; null for what nobody asked for, and in rows from before this was kept. */
  by_kind: string | null
  by_name: string | null
  /** What it is in the activity, and whose doing; null for what is none. Computed when it is read. */
  act: GeneratedAlways<string | null>
  actor: GeneratedAlways<string>
  /** Whose session it is, where several services share the table; null where one has it for itself. */
  node: string | null
}

/** Which events are activity, by what they are and whose doing; added in batches by the sessions room (docs/decisions/0043). */
export interface SessionActivityTable {
  act: string
  actor: string
  at: string
  seq: number
}

/** Which events are a session's, added in batches by the sessions room (docs/decisions/0007). */
export interface SessionHistoryTable {
  session_id: string
  seq: number
}

/** Sessions that were dismissed or pruned, in the order in which they left. */
export interface PastSessionsTable {
  seq: Generated<number>
  id: string
  left_at: string
  /** dismissed, pruned. */
  left_as: string
  state: string
  agent_type: string
  task_id: string | null
  /** JSON of the resource, as it was when it left. */
  session: string
  /** 1: it is being removed for good, and nobody is told of it any more. */
  forgotten: number
  /** Of session_events. */
  node: string | null
}

/** What people said to sessions, typed into their terminals. */
export interface SessionAnswersTable {
  id: Generated<number>
  session_id: string
  at: string
  text: string
  submit: number
  /** typing, typed, failed or unknown. */
  state: string
  /** person or agent. */
  actor: string
  actor_name: string | null
  /** User-Agent of the login that said it. */
  browser: string | null
}

export interface TasksTable {
  /** Order of creation, given by the room. */
  seq: number
  id: string
  title: string
  description: string
  /** Tells whether a description changed without having both at hand. */
  description_hash: string
  type: string
  priority: string
  status: string
  /** Kept while the task above is deleted, so that its return brings the link back. */
  parent: string | null
  project: string | null
  source_repo: string | null
  progress_done: number
  progress_total: number
  created_at: string
  updated_at: string
  /** When the present status was entered. */
  status_since: string
  done_at: string | null
  /** Who made it done: user, agent, session, import. */
  closed_by: string | null
  /** Who blocked it and left it to a person, and their name; see the contract of tasks. */
  blocker: string | null
  blocker_name: string | null
  deleted_at: string | null
  /** Import format, and the id there: unique together. */
  source: string | null
  source_id: string | null
  source_url: string | null
  /** JSON: the values at the source at the last import. */
  source_seen: string | null
  /** Written by triage alone, as are the next two. */
  current_score: Generated<number | null>
  current_lane: Generated<string | null>
  current_rank: Generated<number | null>
  score_locked: Generated<number>
  locked_lane: Generated<string | null>
  /** Counts the changes of the columns that are not triage's. */
  version: Generated<number>
}

export interface InboxMarksTable {
  /** `<type>:<id>` of the subject. */
  id: string
  /** The mark holds for this time that the subject needs somebody. */
  moment: string
  /** seen, snoozed. */
  kind: string
  marked_at: string
  until: string | null
}

export interface TaskEventsTable {
  seq: Generated<number>
  task_id: string
  at: string
  /** created, changed, deleted, restored. */
  kind: string
  actor: string
  actor_name: string | null
  /** JSON: what changed, from what, to what. */
  changes: string
  /** What it is in the activity, and the kind of its actor there. Computed when it is read. */
  act: GeneratedAlways<string>
  who: GeneratedAlways<string>
}

/** The full-text index over `tasks`; its rowid is their `seq`. */
export interface TasksSearchTable {
  rowid: number
  tasks_search: string
}

export interface GatewayJobsTable {
  job_id: string
  /** The synthetic strand that stands for it; never given to another. */
  strand_id: string
  /** JSON: the job as the mirror knows it. */
  job: string
  gone_at_ms: number | null
  settled_at_ms: number
}

export interface GatewayUsageTable {
  /** Of a job's run: its id in the history; of an agent's: the gateway's. */
  run_id: string
  /** Null for an agent's run. */
  job_id: string | null
  session_key: string | null
  at: string
  /** UTC, `2026-11-20`. */
  day: string
  provider: string | null
  model: string | null
  /** Null where the gateway tells the output alone. */
  input_tokens: number | null
  output_tokens: number
  total_tokens: number
  /** US dollars. */
  cost: number | null
}

/** What happened to the service itself; only `platform/server/audit` writes it. */
export interface AuditTable {
  id: Generated<number>
  at: string
  /** What it happened to, a dot, what happened: `settings.changed`. */
  kind: string
  actor_kind: string
  actor_name: string | null
  subject_type: string | null
  subject_id: string | null
  subject_label: string | null
  text: string
  /** JSON of what else is known of it, by name; null for nothing. */
  facts: string | null
}

/** What is in the index of search. `doc` says the kind, too, and grows with each change. */
export interface SearchDocumentsTable {
  doc: number
  /** Hash of kind and id. */
  key: number
  /** Hash of what the index was given. */
  digest: number
  id: string
}

/** How far the index has followed each source. */
export interface SearchMarksTable {
  kind: string
  mark: string | null
  complete: number
}

/** What agents asked a person to allow. */
export interface ApprovalsTable {
  seq: Generated<number>
  id: string
  session_id: string
  asked_at: string
  state: string
  /** JSON of the approval as its room keeps it. */
  approval: string
}

/** What each session did, in one line. */
export interface SessionSummariesTable {
  session_id: string
  at: string
  summary: string
}

/** What the tools of agents did. */
export interface ToolFactsTable {
  fact: Generated<number>
  session_id: string
  at: string
  /** JSON of what the client told, as the streams room keeps it. */
  tool: string
}

/** How many of the first facts of a session are no longer kept. */
export interface DroppedFactsTable {
  session_id: string
  count: number
}

/** The conversations of sessions, as their clients told of them. */
export interface ConversationsTable {
  number: Generated<number>
  session_id: string
  conversation: string
  harness: string
}

export interface CountersTable {
  name: string
  value: number
}

export interface MigrationsTable {
  number: number
  name: string
  applied_at: ColumnType<string, string, never>
}

export interface DatabaseSchema extends FuelTables, TriageTables {
  session_events: SessionEventsTable
  session_history: SessionHistoryTable
  session_activity: SessionActivityTable
  session_answers: SessionAnswersTable
  past_sessions: PastSessionsTable
  tasks: TasksTable
  task_events: TaskEventsTable
  tasks_search: TasksSearchTable
  loom_runs: LoomRunsTable
  loom_step_runs: LoomStepRunsTable
  loom_definitions: LoomDefinitionsTable
  loom_schedules: LoomSchedulesTable
  loom_slots: LoomSlotsTable
  loom_last_good: LoomLastGoodTable
  gateway_jobs: GatewayJobsTable
  gateway_usage: GatewayUsageTable
  inbox_marks: InboxMarksTable
  approvals: ApprovalsTable
  notifications: NotificationsTable
  notification_deliveries: NotificationDeliveriesTable
  push_subscriptions: PushSubscriptionsTable
  passkeys: PasskeysTable
  passkey_holder: PasskeyHolderTable
  vault_recovery: VaultRecoveryTable
  vault_credentials: VaultCredentialsTable
  devices: DevicesTable
  device_leases: DeviceLeasesTable
  hub_identity: HubIdentityTable
  device_plans: DevicePlansTable
  device_runs: DeviceRunsTable
  audit: AuditTable
  search_documents: SearchDocumentsTable
  search_marks: SearchMarksTable
  tool_facts: ToolFactsTable
  dropped_facts: DroppedFactsTable
  session_summaries: SessionSummariesTable
  conversations: ConversationsTable
  counters: CountersTable
  migrations: MigrationsTable
}
