// A session for tests: everything set, so that a test names only what it is about.
import type { SessionCard } from '#rooms/sessions/contract.ts'

const at = '2026-11-20T10:00:00.000Z'

export function sampleSession(fields: Partial<SessionCard> = {}): SessionCard {
  return {
    id: 's1',
    agent_type: 'code-agent',
    tmux_session: 'agent-claude-abc123',
    label: 'Fix double capture',
    prompt: 'Find the cause and fix it.',
    task_id: null,
    depends_on: [],
    state: 'running',
    last_activity: at,
    created_at: at,
    started_at: at,
    ended_at: null,
    exit_code: null,
    end_reason: null,
    working_dir: null,
    interactive: false,
    origin: 'launched',
    tmux_alive: true,
    device_id: null,
    blocked_by: [],
    harness: null,
    state_since: at,
    cause: null,
    last_message: null,
    runnable: true,
    stopping: null,
    prompt_cut: false,
    ...fields,
  }
}
