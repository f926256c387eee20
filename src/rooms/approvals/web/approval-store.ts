// The approvals as the page knows them; the board's feed fills it.
import { followIn } from '#platform/web/live/follower.ts'
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import { createGrouping } from '#platform/web/store/grouping.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { liveApprovals } from '../api.ts'
import type { ApprovalCard } from '../contract.ts'

export const approvals = createEntityStore<ApprovalCard>()

/** Whether they were told once: before that, absence means nothing. */
export const approvalsTold = createValue(false)

/** All that is told of a session's. */
export const asksOfSession = createGrouping(approvals, ({ session_id: session }) => session)

/** Those that wait for a person here. */
export const openAsks = createGrouping(approvals, ({ session_id: session, state }) =>
  state === 'open' ? session : null,
)

/** Without a read of its own: where the socket is refused, nobody may answer either. */
export const approvalsFollower = followIn(liveApprovals, approvals, { isTold: approvalsTold })
