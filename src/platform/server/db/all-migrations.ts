// Every migration in the order of its number. A room that needs a table adds a file to migrations/ and a line here.
import type { Migration } from './migrate.ts'
import { sessionEvents } from './migrations/0001-session-events.ts'
import { tasks } from './migrations/0002-tasks.ts'
import { workflowRuns } from './migrations/0003-workflow-runs.ts'
import { triageRuns } from './migrations/0004-triage-runs.ts'
import { briefsAndOverrides } from './migrations/0005-briefs-and-overrides.ts'
import { gateway } from './migrations/0006-gateway.ts'
import { strandOutcomes } from './migrations/0007-strand-outcomes.ts'

export const migrations: readonly Migration[] = [
  sessionEvents,
  tasks,
  workflowRuns,
  triageRuns,
  briefsAndOverrides,
  gateway,
  strandOutcomes,
]
