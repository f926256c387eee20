// Where a launch may want to work: the directories of sessions, those of the task's project first, then the latest.
import type { Session } from '../../contract.ts'

type Worked = Pick<Session, 'working_dir' | 'created_at' | 'task_id'>

type Around = {
  /** The project of the task that the launch works on; null for none. */
  readonly project: string | null
  readonly projectOf: (taskId: string) => string | null
}

/** Each once. A folder that is called as the project counts as its own: `~/src/storefront` for `shop/storefront`. */
export function directoriesToOffer(sessions: Iterable<Worked>, { project, projectOf }: Around): string[] {
  const found = new Map<string, { readonly at: string; readonly isOfProject: boolean }>()
  for (const { working_dir: directory, created_at: at, task_id: task } of sessions) {
    if (directory === null) continue
    const before = found.get(directory)
    const isNamed = project !== null && lastPart(directory) === lastPart(project)
    const isWorkedOn = project !== null && task !== null && projectOf(task) === project
    found.set(directory, {
      at: before !== undefined && before.at > at ? before.at : at,
      isOfProject: before?.isOfProject === true || isNamed || isWorkedOn,
    })
  }
  const ranked = [...found].toSorted(([, one], [, other]) => {
    if (one.isOfProject !== other.isOfProject) return one.isOfProject ? -1 : 1
    return other.at < one.at ? -1 : Number(other.at > one.at)
  })
  return ranked.map(([directory]) => directory)
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()
