// A client said that its turn is over, and the command that we wrapped goes on: how long its end is waited for.
import { fromIso, secondMs } from '#base/time.ts'
import type { MachineEvent } from '../../contract.ts'
import { nextState } from '../machine.ts'
import type { SessionRecord } from '../record.ts'

/** A client that ends takes well under a second; a script that calls the next one hardly more. */
export const turnEndPatienceMs = 10 * secondMs

/** What the service reports of a session by itself. */
export type OwnReport = { readonly event: MachineEvent; readonly metadata: string }

/** Null while the end may still come, and for a session that waits for a person already. */
export function judgeTurnEnd({ turnEndedAt, session }: SessionRecord, nowMs: number): OwnReport | null {
  if (turnEndedAt === null || nowMs - fromIso(turnEndedAt) < turnEndPatienceMs) return null
  if (nextState(session.state, 'hook.to_review') === null) return null
  return { event: 'hook.to_review', metadata: 'its turn ended, the program goes on' }
}

/** Whether a session has to be looked at again although nothing is reported of it. */
export function waitsForEnd({ turnEndedAt, session }: SessionRecord): boolean {
  return turnEndedAt !== null && session.state === 'running'
}
