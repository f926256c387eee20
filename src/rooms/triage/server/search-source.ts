// Briefs as search sees them: by their text, their source and their tags. A brief never changes; one that is deleted is
// told by nobody, and is missed when it is read.
import type { Database } from '#platform/server/db/open-database.ts'
import type { SearchSource } from '#rooms/search/contract.ts'
import type { Brief } from '../contract.ts'
import type { BriefStore } from './stores/briefs.ts'

type Parts = { readonly read: Database['read']; readonly briefs: BriefStore }

export function createBriefSearch({ read, briefs }: Parts): SearchSource {
  return {
    kind: 'brief',
    tellsGone: false,
    async changes(mark, limit) {
      const after = /^\d{1,16}$/.test(mark ?? '') ? Number(mark) : 0
      const newer = read.selectFrom('briefs').select('id').where('id', '>', after)
      const rows = await newer.orderBy('id', 'asc').limit(limit).execute()
      const ids = rows.map(({ id }) => String(id))
      return { ids, mark: ids.at(-1) ?? String(after), isEnd: rows.length < limit }
    },
    async read(ids) {
      return (await briefs.some(ids.map(Number))).map((brief) => ({
        id: String(brief.id),
        title: titleOf(brief),
        text: [brief.body, brief.tags.map((tag) => `#${tag}`).join(' ')].join('\n\n').trim(),
        at: brief.created_at,
        href: hrefOf(brief),
        state: null,
        where: brief.tags.map((tag) => `#${tag}`).join(' '),
        isLive: brief.consumed_in_run_id === null,
      }))
    },
  }
}

function titleOf({ source, consumed_in_run_id: run }: Brief): string {
  return run === null ? `${source}, waits for the next run` : `${source}, read by run ${run}`
}

/** Those that wait stand on the page; the others are told by the run that read them. */
function hrefOf({ consumed_in_run_id: run }: Brief): string {
  return run === null ? '/triage' : `/triage?${new URLSearchParams({ 'triage-run': String(run) }).toString()}`
}
