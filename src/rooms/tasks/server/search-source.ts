// Tasks as search sees them: by title, description, id, project and repository.
import type { Database } from '#platform/server/db/open-database.ts'
import { walkChanges } from '#platform/server/db/walk-changes.ts'
import type { SearchDocument, SearchSource } from '#rooms/search/contract.ts'
import type { TasksContext } from './context.ts'

type Parts = { readonly context: Pick<TasksContext, 'index' | 'store'>; readonly read: Database['read'] }

export function createTaskSearch({ context: { index, store }, read }: Parts): SearchSource {
  const changes = walkChanges({
    async head() {
      const row = await read
        .selectFrom('task_events')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .executeTakeFirst()
      return row?.seq ?? 0
    },
    async list(after, limit) {
      const rows = await read
        .selectFrom('tasks')
        .select(['seq', 'id'])
        .where('seq', '>', Number(after))
        .where('deleted_at', 'is', null)
        .orderBy('seq', 'asc')
        .limit(limit)
        .execute()
      const last = rows.at(-1)
      return { ids: rows.map(({ id }) => id), after: last === undefined ? null : String(last.seq) }
    },
    async since(number, limit) {
      const events = read.selectFrom('task_events').select(['seq', 'task_id']).where('seq', '>', number)
      const rows = await events.orderBy('seq', 'asc').limit(limit).execute()
      const ids = [...new Set(rows.map((row) => row.task_id))]
      return { ids, reached: rows.at(-1)?.seq ?? number, isEnd: rows.length < limit }
    },
  })
  async function readOne(id: string): Promise<readonly SearchDocument[]> {
    const task = index.live(id)
    if (task === null) return []
    const { title, project, source_repo: repo, priority, status, updated_at: at } = task
    const names = [id, project, repo].filter((name) => name !== null)
    const description = await store.description(id)
    return [
      {
        id,
        title,
        text: [description, names.join(' ')].join('\n\n'),
        at,
        href: `/board?${new URLSearchParams({ task: id }).toString()}`,
        state: status,
        where: [...names, priority].join(', '),
        isLive: status !== 'done',
      },
    ]
  }
  return { kind: 'task', changes, read: async (ids) => (await Promise.all(ids.map(readOne))).flat() }
}
