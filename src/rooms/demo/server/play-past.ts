// Lets the days before happen on the stage: tasks, agents, runs of strands and of triage, each at its time in the past.
import { hourMs, minuteMs } from '#base/time.ts'
import { createTask } from '#rooms/tasks/api.ts'
import { createBrief, createOverride, lockTask } from '#rooms/triage/api.ts'
import { guestBeats, news } from '../core/cast.ts'
import { day } from '../core/day.ts'
import { days } from '../core/past.ts'
import { plan } from '../core/plan.ts'
import { beginSteps, dismissStep } from './play-agent.ts'
import { nightSteps, restStrands, wakeStrands } from './play-strands.ts'
import { runTriage } from './run-triage.ts'
import type { Stage } from './stage/stage.ts'
import type { Scene } from './scene.ts'

/** Afterwards the clock stands at the present, and the actors of the day wait for their cue. */
export async function playPast(stage: Stage): Promise<void> {
  await stage.writeScore('guest', guestBeats)
  // Five hours ago, at the full hour: last night, wherever the visitor lives.
  const lastNightMs = Math.floor((stage.presentMs - 5 * hourMs) / hourMs) * hourMs
  const resting = await restStrands(stage, new Date(lastNightMs).getUTCHours())
  const steps = [
    ...plan.map(({ ago, ...task }) => ({ agoMs: ago * minuteMs, run: () => stage.ask(createTask, { body: task }) })),
    ...days.flatMap((chapter) => [...beginSteps(stage, chapter), dismissStep(stage, chapter)]),
    ...day.flatMap((chapter) => beginSteps(stage, chapter)),
    ...nightSteps(stage, lastNightMs),
    ...triageSteps(stage),
  ]
  for (const { agoMs, run } of steps.toSorted((one, other) => other.agoMs - one.agoMs)) {
    await stage.setAgo(agoMs)
    await run()
  }
  await stage.toPresent()
  await wakeStrands(stage, resting)
}

/** Two runs of triage this morning, with a person's corrections between them and news for the next one. */
function triageSteps(stage: Stage): readonly Scene[] {
  const { ask } = stage
  const tell = (item: 0 | 1 | 2 | 3) => ask(createBrief, { body: news[item] })
  const reason = 'The old one goes with the flag.'
  return [
    { agoMs: 180 * minuteMs, run: () => runTriage(stage) },
    { agoMs: 170 * minuteMs, run: () => tell(0) },
    {
      agoMs: 160 * minuteMs,
      run: () =>
        ask(createOverride, {
          body: { task_id: 'T-106', dimension: 'lane', new_value: 'next', user_reason: reason },
        }),
    },
    {
      agoMs: 155 * minuteMs,
      run: () => ask(lockTask, { params: { task_id: 'T-104' }, body: { lane: 'now', reason: 'Finance waits.' } }),
    },
    { agoMs: 150 * minuteMs, run: () => runTriage(stage) },
    { agoMs: 20 * minuteMs, run: () => tell(1) },
    { agoMs: 7 * minuteMs, run: () => tell(2) },
  ]
}
