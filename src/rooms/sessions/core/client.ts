// Whose event it is: several clients may run in one terminal, one within the other, and only one of them is the session's.
import type { Client } from '../contract.ts'

/**
 * Whether `sender` is another client than the session's own. A client keeps its process while its conversation's id changes
 * (`/clear`, `/resume`), and its conversation when it is started again. One that is gone is followed by whoever speaks next,
 * as in a script that calls a client in a loop.
 */
export function isAnotherClient(
  own: Client | null,
  sender: Client | null,
  isProcessAlive: (pid: number) => boolean,
): boolean {
  if (own === null || sender === null) return false
  if (own.pid === null || sender.pid === null || own.pid === sender.pid) return false
  if (own.session !== null && own.session === sender.session) return false
  return isProcessAlive(own.pid)
}

/** The session's client after `sender`, which is no other one, spoke: the same object when nothing is new. */
export function followClient(own: Client | null, sender: Client): Client {
  const session = sender.session ?? (own !== null && own.pid === sender.pid ? own.session : null)
  if (own?.session === session && own.pid === sender.pid && own.screen === sender.screen) return own
  return { ...sender, session }
}
