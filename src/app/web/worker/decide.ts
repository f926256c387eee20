// A decision that is made on a notification itself: sent with the worker's own key, and what became of it is said.
import { readDecisionKey } from '#platform/web/worker/decision-key.ts'
import { inTurn } from '#platform/web/worker/in-turn.ts'
import { saidTag } from '#platform/web/worker/shown-options.ts'
import { decideApproval } from '#rooms/approvals/api.ts'
import { hrefOf } from '#platform/route.ts'
import type { PushPayload } from '#rooms/notify/web/index.ts'
import type { WorkerScope } from './scope.ts'

type Ask = NonNullable<PushPayload['ask']>

export type Decided = {
  readonly ask: Ask
  readonly decision: 'approve' | 'deny'
  readonly tag: string
  readonly link: string
}

/** A service that says nothing is not waited for longer: systems end workers that wait. */
const patienceMs = 15_000

/** Nothing more is shown of one that was taken: the service takes its notification back everywhere. */
export async function decideHere(scope: WorkerScope, { ask, decision, tag, link }: Decided): Promise<void> {
  const why = await sendDecision(scope, ask, decision)
  if (why === null) return
  const title = decision === 'approve' ? 'Not approved' : 'Not denied'
  const options = { tag: saidTag(tag), body: why, icon: '/favicon.svg', data: { link } }
  await inTurn(() => scope.registration.showNotification(title, options))
}

/** Null once it is taken; else why it is not, in words. */
async function sendDecision(scope: WorkerScope, ask: Ask, decision: Decided['decision']): Promise<string | null> {
  try {
    const answer = await scope.fetch(hrefOf(decideApproval, { params: { id: ask.id } }), {
      method: decideApproval.method,
      headers: { authorization: `Bearer ${await readDecisionKey()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ decision, input_hash: ask.input_hash }),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (answer.ok) return null
    if (answer.status === 401) return 'This browser is not signed in any more. Open Orrery to sign in.'
    const { reason } = Object(await answer.json()) as { reason?: unknown }
    return typeof reason === 'string' ? reason : `Orrery answered ${answer.status}.`
  } catch {
    // No network, or no service.
    return 'Orrery did not answer. Open it to try again.'
  }
}
