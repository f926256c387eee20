// Which queues a machine takes steps from.
import { queueName, type StepPlace } from './placement.ts'

/** A step that requires more than so many at once has no queue: nobody writes such a one. */
const mostTogether = 4

/** One for each of its names, and one for each set of capabilities that it has. */
export function servedQueues({ hosts, capabilities }: StepPlace): string[] {
  const own = hosts
    .filter((host) => host !== 'localhost')
    .map((host) => queueName({ kind: 'host', host, capabilities: [] }))
  const sets = together(capabilities.toSorted(), mostTogether).map((some) =>
    queueName({ kind: 'cap', capabilities: some }),
  )
  return [...new Set([...own, ...sets].map((name) => name.toLowerCase()))]
}

/** Every choice of one to `most` of these, in their order. */
function together(names: readonly string[], most: number): string[][] {
  let sets: string[][] = [[]]
  for (const name of names) sets = [...sets, ...sets.filter(({ length }) => length < most).map((set) => [...set, name])]
  return sets.filter(({ length }) => length > 0)
}
