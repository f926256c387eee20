// Whether a session can wait for a task, or would wait for itself.

/** What a session works on, and what it waits for. */
export type Linked = { readonly id: string; readonly task_id: string | null; readonly depends_on: readonly string[] }

/** `itself`: the session works on the task. `ring`: the task's own sessions wait, by any number of steps, for this one. */
export type LinkProblem = 'itself' | 'ring'

/** Null when nothing speaks against it. */
export function linkProblem(session: Linked, task: string, sessions: readonly Linked[]): LinkProblem | null {
  const own = session.task_id
  if (own === null) return null
  if (own === task) return 'itself'
  // Walks a growing set: what a task waits for is walked as well, each once, so that a ring ends.
  const before = new Set([task])
  for (const each of before) {
    for (const { id, task_id: worksOn, depends_on: waitsFor } of sessions) {
      if (worksOn === each && id !== session.id) for (const other of waitsFor) before.add(other)
    }
  }
  return before.has(own) ? 'ring' : null
}
