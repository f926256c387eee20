// The decisions of this page: what is sent, offered, told and kept.
import { ok } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import { needsLogin } from '#platform/web/api/problem.ts'
import { report } from '#platform/web/ui/report.ts'
import { toast, toastWithUndo } from '#platform/web/ui/toasts.ts'
import { decideApproval, readApproval } from '../../api.ts'
import { stateWords } from '../../core/words.ts'
import { visible } from '../../core/visible.ts'
import { approvals } from '../approval-store.ts'
import { createDecider, undoMs, type PageDecider, type PageDecision, type Send } from './decider.ts'
import { createUnsentList, storageOfTab } from './unsent-list.ts'

const send: Send = async ({ card: { id }, request: body }, manner) => {
  const answer = await call(decideApproval, { params: { id }, body, keepalive: manner === 'leaving' })
  return answer.ok ? ok(answer.value.approval) : answer
}

const notDone = ({ request }: PageDecision): string => (request.decision === 'approve' ? 'Not approved' : 'Not denied')

export const decider: PageDecider = createDecider({
  send,
  nowMs: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  offerUndo: ({ card }, undo) =>
    toastWithUndo(
      { tone: 'awaiting_review', title: 'Approved, not sent yet.', text: visible(card.summary), lastsMs: undoMs },
      undo,
    ),
  // The feed says the same; a page without one has to see it, too.
  onDecided({ input: _input, ...card }) {
    approvals.apply([{ id: card.id, value: card.state === 'approved' ? card : null }])
  },
  onRefused(said, problem) {
    if (needsLogin(problem)) return report(notDone(said), problem, () => decider.decide(said))
    report(notDone(said), problem)
  },
  onForestalled: (said) => void tellForestalled(said),
  unsent: createUnsentList(storageOfTab()),
})

/** Who was first, and what they said. */
async function tellForestalled({ card: { id, summary } }: PageDecision): Promise<void> {
  const answer = await call(readApproval, { params: { id } })
  const what = answer.ok ? stateWords(answer.value.approval) : 'over'
  const text = visible(`${summary}: ${what}`)
  toast({ tone: 'blocked', title: 'Not sent: it was answered meanwhile.', text, lastsMs: 10_000 })
}

approvals.onChanges((changes) => {
  for (const { id, after } of changes) if (after?.state !== 'open') decider.over(id)
})
globalThis.addEventListener('pagehide', () => decider.leave())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') decider.leave()
})
