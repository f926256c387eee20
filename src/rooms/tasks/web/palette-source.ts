// Tasks in the palette: found by title, id and project.
import type { PaletteSource } from '#platform/web/commands/palette-sources.ts'
import { findTasks } from './find-tasks.ts'
import { openTask } from './task-url.ts'

/** More would push the commands out of sight. */
const mostFound = 7

export const taskSource: PaletteSource = {
  group: 'Tasks',
  search: (query) =>
    findTasks({ query, most: mostFound }).map(({ id, title, status, project }) => ({
      id: `task:${id}`,
      title,
      meta: project ?? id,
      dot: status,
      run: () => openTask(id),
      copyText: id,
    })),
}
