// Hears of approvals as viewers do, and tells until when a session asks for permission.
import type { KindFollowing } from '#platform/server/live/kinds.ts'
import { liveApprovals } from '#rooms/approvals/api.ts'
import type { ApprovalCard } from '#rooms/approvals/contract.ts'
import type { ItemBook } from './item-book.ts'

export function hearAsks(live: KindFollowing, tell: ItemBook['tellAsk']): void {
  /** Those that are open, by their ids. */
  const open = new Map<string, ApprovalCard>()

  /** One that asks several things needs its first answer first. */
  function untilOf(session: string): string | null {
    const own = open.values().filter(({ session_id: its }) => its === session)
    return own.map(({ expires_at: until }) => until).reduce<string | null>(earlier, null)
  }

  live.follow(liveApprovals, (changes) => {
    const sessions = new Set<string>()
    for (const { id, value } of changes) {
      const session = value?.session_id ?? open.get(id)?.session_id
      if (value?.state === 'open') open.set(id, value)
      else open.delete(id)
      if (session !== undefined) sessions.add(session)
    }
    for (const session of sessions) tell(`session:${session}`, untilOf(session))
  })
}

const earlier = (one: string | null, other: string): string => (one === null || other < one ? other : one)
