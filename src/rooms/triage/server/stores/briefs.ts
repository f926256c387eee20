// The table of briefs.
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { BriefsTable } from '#platform/server/db/schema-triage.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import { pageOf, type ListPage, type PageRequest } from '#platform/server/http/pages.ts'
import { briefSourceSchema, type Brief, type CreateBrief } from '../../contract.ts'

export type NewBrief = CreateBrief & { readonly at: string; readonly who: WhoAsks }

export interface BriefStore {
  /** Answers the id. */
  insert(brief: NewBrief): Script<number>
  /** Answers false when there is no such brief. */
  remove(id: number): Script<boolean>
  /** One that was deleted meanwhile is left out. */
  consume(ids: readonly number[], runId: number): Script
  /** Newest first. */
  list(query: PageRequest & { readonly consumed: boolean }): Promise<ListPage<Brief>>
  /** Those of these ids that are there. */
  some(ids: readonly number[]): Promise<Brief[]>
  /** Unconsumed ones, oldest first. */
  waiting(): Promise<Brief[]>
  countWaiting(): Promise<number>
  /** Those that stood in the prompt of a run, oldest first. */
  readBy(runId: number): Promise<Brief[]>
}

/** A run reads this many at most: more would not fit into any prompt, and wait for the next one. */
const mostWaiting = 500

const columns = 'source, body, tags, created_at, by_kind, by_name'
const add = statement(`INSERT INTO briefs (${columns}) VALUES (?, ?, ?, ?, ?, ?)`, { key: 'id' })
const remove = statement('DELETE FROM briefs WHERE id = ?')
const consume = statement('UPDATE briefs SET consumed_in_run_id = ? WHERE id = ? AND consumed_in_run_id IS NULL')

export function createBriefStore(read: Database['read']): BriefStore {
  const select = () => read.selectFrom('briefs').selectAll()
  return {
    *insert({ source, body, tags, at, who }) {
      const list = tags === null || tags === undefined || tags.length === 0 ? null : JSON.stringify(tags)
      return yield* add.insert(source, body, list, at, who.kind, who.name)
    },
    *remove(id) {
      return (yield* remove.run(id)) > 0
    },
    *consume(ids, runId) {
      for (const id of ids) yield* consume.run(runId, id)
    },
    async list({ consumed, ...page }) {
      let rows = select().where('consumed_in_run_id', consumed ? 'is not' : 'is', null)
      if (page.from !== null) rows = rows.where('id', '<', page.from)
      const found = await rows
        .orderBy('id', 'desc')
        .limit(page.limit + 1)
        .execute()
      return pageOf(found.map(toBrief), page, ({ id }) => id)
    },
    async some(ids) {
      if (ids.length === 0) return []
      return (await select().where('id', 'in', ids).execute()).map(toBrief)
    },
    async waiting() {
      const rows = await select()
        .where('consumed_in_run_id', 'is', null)
        .orderBy('id', 'asc')
        .limit(mostWaiting)
        .execute()
      return rows.map(toBrief)
    },
    async countWaiting() {
      const count = read.selectFrom('briefs').select(({ fn }) => fn.countAll<number>().as('count'))
      return (await count.where('consumed_in_run_id', 'is', null).executeTakeFirstOrThrow()).count
    },
    async readBy(runId) {
      return (await select().where('consumed_in_run_id', '=', runId).orderBy('id', 'asc').execute()).map(toBrief)
    },
  }
}

const tagsSchema = z.array(z.string()).catch([])

/** Another program may have written values that are none of ours. */
function toBrief({ source, tags, by_kind: _kind, by_name: _name, ...row }: Selectable<BriefsTable>): Brief {
  return {
    ...row,
    source: briefSourceSchema.catch('other').parse(source),
    tags: tags === null ? [] : tagsSchema.parse(parseList(tags)),
  }
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
