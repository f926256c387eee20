// What Home tells of triage: the NOW lane.
import type { BroughtBlock } from '#rooms/home/contract.ts'
import type { TriageRun } from '../contract.ts'
import type { LaneMember } from './lane-members.ts'

/** `run` is the last one; null before the first. */
export function nowBlock(members: readonly LaneMember[], run: Pick<TriageRun, 'id'> | null): BroughtBlock {
  const rows = members
    .filter(({ lane }) => lane === 'now')
    .map(({ card }) => ({
      id: card.id,
      state: card.status,
      title: card.title,
      text: card.current_score === null ? 'locked' : card.current_score.toFixed(1),
      at: null,
      target: { kind: 'task', id: card.id, within: null },
    }))
  return { id: 'now', title: 'NOW', note: run === null ? null : `run ${run.id}`, rows }
}
