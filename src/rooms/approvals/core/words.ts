// Approvals in words, the same on the page and on the command line.
import type { ApprovalCard } from '../contract.ts'
import type { InputView } from './input-view.ts'

/** Where it stands: `approved by Firefox on Linux`. */
export function stateWords({ state, decided_by: by, reason, denied_if_unanswered: isDenied }: StateOf): string {
  const who = by === null ? '' : ` by ${by}`
  switch (state) {
    case 'open':
      return isDenied ? 'open, denied if unanswered' : 'open'
    case 'approved':
      return `approved${who}`
    case 'applied':
      return `approved${who}, and ran`
    case 'denied':
      return `denied${who}${reason === null ? '' : `: ${reason}`}`
    case 'expired':
      return `over: ${reason ?? 'nobody answered in time'}`
    case 'answered_elsewhere':
      return 'answered in its terminal'
  }
}

type StateOf = Pick<ApprovalCard, 'state' | 'decided_by' | 'reason' | 'denied_if_unanswered'>

/** What it asks, by what is shown of it: `wants to run`; once that is over `wanted to run`. */
export function wishWords(kind: InputView['kind'], tool: string, state: ApprovalCard['state'] = 'open'): string {
  const wish = state === 'open' ? 'wants to' : 'wanted to'
  if (kind === 'command') return `${wish} run`
  return kind === 'change' ? `${wish} change` : `${wish} use ${tool}`
}

/** The same in a head, where what a denied agent was told stands below. */
export function headWords(approval: StateOf): string {
  return asBeginning(stateWords(approval.state === 'denied' ? { ...approval, reason: null } : approval))
}

/** A state as a sentence begins. */
export const asBeginning = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What becomes of it if nobody answers here. */
export function silenceWords({ denied_if_unanswered: isDenied }: Pick<ApprovalCard, 'denied_if_unanswered'>): string {
  return isDenied
    ? 'Denied if unanswered: it prints and has no terminal to ask in.'
    : 'If nobody answers, nothing runs: the question stays open in its terminal.'
}
