// Many sessions as a busy service holds them.
import { newRecord, withChange, type SessionRecord } from '#rooms/sessions/core/record.ts'

const states = ['running', 'awaiting_review', 'running', 'completed', 'idle'] as const
const prompt =
  'Read the failing test, find out why it fails, repair the code and not the test, and say what was wrong. '

export function manySessions(count: number): SessionRecord[] {
  const at = new Date().toISOString()
  return Array.from({ length: count }, (_, index) => {
    const record = newRecord({
      id: `s${String(index).padStart(21, '0')}`,
      at,
      origin: 'launched',
      agentType: 'code-agent',
      tmuxSession: `agent-claude-${index}`,
      label: `Repair test ${index}`,
      prompt: prompt.repeat(2),
      taskId: `task-${index}`,
      dependsOn: [],
      workingDir: `/home/person/projects/project-${index % 20}`,
      interactive: false,
      runnable: true,
    })
    const state = states[index % states.length] ?? 'running'
    const ended_at = state === 'completed' ? at : null
    return withChange(record, {
      session: { state, started_at: at, ended_at, tmux_alive: true },
      tmuxId: `$${index}`,
      seenAlive: true,
    })
  })
}

/** The same session after one more event. */
export function movedSession(record: SessionRecord, turn: number): SessionRecord {
  const at = new Date().toISOString()
  const metadata = `Bash: npm test, turn ${turn}`
  const cause = { event: 'agent.tool_use', source: 'hook', metadata, at } as const
  const session = { state: 'running', last_activity: at, state_since: at, cause, last_message: metadata } as const
  return withChange(record, { session })
}
