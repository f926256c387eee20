// Records of sessions for tests: everything set, so that a test names only what it is about.
import { newRecord, type NewRecord, type SessionRecord } from './record.ts'

/** One that was launched and has not run yet. */
export function sampleRecord(given: Partial<NewRecord> = {}): SessionRecord {
  return newRecord({
    id: 's1',
    at: '2026-11-20T12:00:00.000Z',
    origin: 'launched',
    agentType: 'shell',
    tmuxSession: 'agent-1',
    label: null,
    prompt: '',
    taskId: null,
    dependsOn: [],
    workingDir: null,
    interactive: false,
    runnable: true,
    ...given,
  })
}
