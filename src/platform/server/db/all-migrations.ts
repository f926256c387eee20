// Every migration in the order of its number. A room that needs a table adds a file to migrations/ and a line to `sinceBaseline`.
import type { Migration, TwofoldMigration } from './migrate.ts'
import { sessionEvents } from './migrations/0001-session-events.ts'
import { tasks } from './migrations/0002-tasks.ts'
import { workflowRuns } from './migrations/0003-workflow-runs.ts'
import { triageRuns } from './migrations/0004-triage-runs.ts'
import { briefsAndOverrides } from './migrations/0005-briefs-and-overrides.ts'
import { gateway } from './migrations/0006-gateway.ts'
import { strandOutcomes } from './migrations/0007-strand-outcomes.ts'
import { audit } from './migrations/0008-audit.ts'
import { sessionAnswers } from './migrations/0009-session-answers.ts'
import { activity } from './migrations/0011-activity.ts'
import { inbox } from './migrations/0012-inbox.ts'
import { unusedAndUnindexed } from './migrations/0013-unused-and-unindexed.ts'
import { triagePlans } from './migrations/0014-triage-plans.ts'
import { history } from './migrations/0016-history.ts'
import { search } from './migrations/0017-search.ts'
import { devices } from './migrations/0018-devices.ts'
import { deviceRuns } from './migrations/0019-device-runs.ts'
import { whoDidIt } from './migrations/0020-who-did-it.ts'
import { namesOfPastSessions } from './migrations/0021-names-of-past-sessions.ts'
import { approvals } from './migrations/0022-approvals.ts'
import { factsOfAuditRows } from './migrations/0023-facts-of-audit-rows.ts'
import { notifications } from './migrations/0024-notifications.ts'
import { sessionSummaries } from './migrations/0031-session-summaries.ts'
import { toolFacts } from './migrations/0027-tool-facts.ts'
import { vault } from './migrations/0028-vault.ts'
import { fuel } from './migrations/0029-fuel.ts'
import { conversations } from './migrations/0030-conversations.ts'
import { passkeys } from './migrations/0032-passkeys.ts'
import { droppedFacts } from './migrations/0034-dropped-facts.ts'
import { versionsOfTasks } from './migrations/0035-versions-of-tasks.ts'
import { nodesOfSessions } from './migrations/0036-nodes-of-sessions.ts'
import { nodesOfStrands } from './migrations/0038-nodes-of-strands.ts'
import { nodesOfTriage } from './migrations/0039-nodes-of-triage.ts'
import { deviceLeases } from './migrations/0041-device-leases.ts'
import { hubIdentity } from './migrations/0040-hub-identity.ts'
import { nodesOfNotifications } from './migrations/0045-nodes-of-notifications.ts'
import { daemonsOfLeases } from './migrations/0046-daemons-of-leases.ts'

/** Those that the baseline of PostgreSQL (postgres/baseline.ts) stands for. None joins them. */
export const inBaseline: readonly Migration[] = [
  sessionEvents,
  tasks,
  workflowRuns,
  triageRuns,
  briefsAndOverrides,
  gateway,
  strandOutcomes,
  audit,
  sessionAnswers,
  activity,
  inbox,
  unusedAndUnindexed,
  triagePlans,
  history,
  search,
  devices,
  deviceRuns,
  whoDidIt,
  namesOfPastSessions,
  approvals,
  factsOfAuditRows,
  notifications,
  toolFacts,
  vault,
  fuel,
  conversations,
  sessionSummaries,
  passkeys,
  droppedFacts,
]

/** Told to both databases. */
export const sinceBaseline: readonly TwofoldMigration[] = [
  versionsOfTasks,
  nodesOfSessions,
  nodesOfStrands,
  nodesOfTriage,
  hubIdentity,
  deviceLeases,
  nodesOfNotifications,
  daemonsOfLeases,
]

export const migrations: readonly Migration[] = [...inBaseline, ...sinceBaseline]
