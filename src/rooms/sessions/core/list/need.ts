// Whether a session needs a person, and what it says of that.
import { shortened } from '#base/cut-text.ts'
import { needTextLimit, type Need, type NeedAbout } from '#rooms/inbox/contract.ts'
import type { Session } from '../../contract.ts'
import { wasStopped } from '../end/was-stopped.ts'
import { isForeign } from '../start/start-plan.ts'
import { whyOf, type NameOf } from './why.ts'

export type AroundNeed = {
  readonly nameOf: NameOf
  /** What the task belongs to: its epic, or it alone; null for one that is not known. */
  readonly aboutOf: (taskId: string) => NeedAbout | null
}

/** An agent that waits needs somebody, and so does one that failed, unless a person stopped it. */
export function needOf(session: Session, { nameOf, aboutOf }: AroundNeed): Need | null {
  const { id, state, state_since: since, task_id: task } = session
  if (state !== 'awaiting_review' && (state !== 'failed' || wasStopped(session))) return null
  const text = whyOf(session, nameOf)
  return {
    kind: state === 'failed' ? 'failed' : 'needs_you',
    subject: { type: 'session', id },
    moment: since,
    since,
    title: session.label === '' ? session.tmux_session : session.label,
    text: cut(text),
    cause: causeOf(session),
    about: task === null ? null : aboutOf(task),
    found_by: [session.agent_type, session.tmux_session],
    task_id: task,
    device_id: session.device_id,
    times: 1,
    again: state === 'failed' && !isForeign(session) ? 'restart' : null,
  }
}

/** What others may have in common with it: what it asks, or why it failed, without how long it ran. */
function causeOf({ state, cause, exit_code: code, end_reason: reason }: Session): string | null {
  const said = cause?.metadata ?? null
  if (state === 'awaiting_review') return cut(said)
  if (reason === 'terminal_gone') return 'its terminal is gone'
  return cut(said) ?? (code === null ? null : `exit ${code}`)
}

const cut = (text: string | null): string | null => (text === null ? null : shortened(text, needTextLimit))
