// What waits for the next run, and what the last one left.
import type { TriageState } from '../../contract.ts'
import { laneOf, sortTasks } from '../../core/open-tasks.ts'
import type { TriageContext } from '../context.ts'

export async function triageState(context: TriageContext): Promise<TriageState> {
  const [last, briefs, overrides] = await Promise.all([
    context.runs.last(),
    context.briefs.countWaiting(),
    context.overrides.countWaiting(),
  ])
  const { unlocked } = sortTasks(context.tasks.cards())
  return {
    running: context.running(),
    last,
    briefs_waiting: briefs,
    overrides_waiting: overrides,
    unplaced: unlocked.filter((card) => laneOf(card) === null).length,
  }
}
