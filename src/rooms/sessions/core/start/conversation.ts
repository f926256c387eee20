// Whether the conversation of a session that is over can be gone on with, and which one that is.
import { terminalAdapterOf } from '#base/harness/catalog.ts'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { livesHere } from '../lives-here.ts'
import { isAtRest } from '../machine.ts'
import type { SessionRecord } from '../record.ts'

/** Why a session runs whose conversation goes on: its prompt was said before, and nothing is taken up. */
export const conversationResumed = 'its conversation was resumed'

/** The client's own id of it, as its hooks told. Refuses with `conflict`, in words with what to do next. */
export function conversationOf({ session, client }: SessionRecord): Result<string, Refusal> {
  const adapter = terminalAdapterOf(session.harness)
  const label = adapter?.label ?? session.agent_type
  if (adapter?.resume == null) return refused(`${label} goes on with no conversation.`, again)
  if (!livesHere(session)) return refused('It ran on a device, where conversations are not resumed yet.', again)
  if (!session.runnable) return refused('It was told of without credentials, so it is not for Orrery to start.', again)
  if (!isAtRest(session.state) || session.tmux_alive === true)
    return refused(
      'It still runs: its conversation goes on in its terminal.',
      `Say something: orrery send ${session.tmux_session} …`,
    )
  const id = client?.session ?? null
  if (id === null || !/^[A-Za-z0-9][\w.-]*$/.test(id))
    return refused(`${label} told of no conversation that it had.`, again)
  return ok(id)
}

const again = 'Start it anew with its prompt: Restart, or orrery restart.'

function refused(reason: string, hint: string): Result<string, Refusal> {
  return err({ error: 'conflict', reason, hint })
}
