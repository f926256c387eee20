// Judges a caller, and looks whose program it is only when that would change the verdict.
import type { Socket } from 'node:net'
import type { Caller } from './caller.ts'
import type { Verdict } from './judge.ts'
import type { PeerOwners } from './peer-owners.ts'

export type Case = {
  readonly caller: Caller
  readonly socket: Socket
  readonly owners: PeerOwners
  readonly judgeAs: (caller: Caller) => Verdict
}

/** Calls `settle` at once where it can, else after a look. */
export function decide({ caller, socket, owners, judgeAs }: Case, settle: (verdict: Verdict) => void): void {
  const verdict = judgeAs(caller)
  const isSettled = verdict === null || caller.owner !== null
  if (isSettled || judgeAs({ ...caller, owner: 'ours' })?.error === verdict.error) return settle(verdict)
  void owners.look(socket).then((owner) => settle(judgeAs({ ...caller, owner })))
}
