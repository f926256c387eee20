// What Home tells of tasks: the first step.
import type { HomeStep } from '#rooms/home/contract.ts'

/** `count` are those that are there. */
export function tasksStep(count: number): HomeStep {
  return {
    id: 'tasks',
    title: 'Bring your tasks',
    text: 'From GitHub, Linear, vibe-kanban or a checklist; or write the first one. A local model ranks them when you want it to.',
    command: 'orrery task add "Mend the flaky login test"',
    choices: [],
    done: count > 0,
    note: count === 0 ? null : count === 1 ? '1 task' : `${count} tasks`,
  }
}
