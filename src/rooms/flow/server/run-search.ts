// Runs as search sees them: by their strand, their error and what their steps wrote. Mirrored runs come with old times, so
// that no number says what is new: each process lists all runs once, and then those that end.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/server/db/open-database.ts'
import type { SearchDocument, SearchSource } from '#rooms/search/contract.ts'
import type { Run } from '../contract.ts'
import type { RunReads } from './store/run-reads.ts'

export interface RunSearch {
  readonly source: SearchSource
  /** A run is over, and committed. */
  note(run: Run): void
}

export type RunSearchParts = {
  readonly read: Database['read']
  readonly reads: RunReads
  /** What people call the strand. */
  readonly nameOf: (strandId: string) => string
}

export function createRunSearch({ read, reads, nameOf }: RunSearchParts): RunSearch {
  const life = randomUUID()
  /** Runs that ended in this life and are not in the index for sure, and how many ended before them. */
  let over: string[] = []
  let before = 0

  function since(number: number, limit: number) {
    over = over.slice(Math.max(0, number - before))
    before = Math.max(before, number)
    const ids = over.slice(0, limit)
    return { ids, mark: `${life} over ${before + ids.length}`, isEnd: ids.length === over.length }
  }

  async function list(after: number, limit: number) {
    const rows = await read
      .selectFrom('loom_runs')
      .select(['seq', 'run_id'])
      .where('seq', '>', after)
      .orderBy('seq', 'asc')
      .limit(limit)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return since(0, limit)
    return { ids: rows.map(({ run_id: id }) => id), mark: `${life} all ${last.seq}`, isEnd: false }
  }

  async function readOne(id: string): Promise<readonly SearchDocument[]> {
    const run = await reads.find(id)
    return run === null ? [] : [toDocument(run, nameOf(run.workflow_id), await stepsText(reads, id))]
  }

  return {
    note: (run) => void over.push(run.run_id),
    source: {
      kind: 'run',
      tellsGone: false,
      async changes(mark, limit) {
        const [of, phase, number = '0'] = (mark ?? '').split(' ')
        if (of === life && phase === 'over') return since(Number(number), limit)
        return list(of === life ? Number(number) : 0, limit)
      },
      read: async (ids) => (await Promise.all(ids.map(readOne))).flat(),
    },
  }
}

async function stepsText(reads: RunReads, id: string): Promise<string> {
  const steps = await reads.steps(id)
  return steps
    .map(({ step_id: step, error, output_tail: tail }) => [step, error, tail].filter(Boolean).join('\n'))
    .join('\n')
}

function toDocument(run: Run, name: string, steps: string): SearchDocument {
  const { run_id: id, workflow_id: strand, status, error, trigger_by: by, finished_at: end, created_at: at } = run
  return {
    id,
    title: `${name}, run ${id.slice(0, 8)}`,
    text: [error, steps, strand].filter((part) => part !== null && part !== '').join('\n'),
    at: end ?? at,
    href: `/strands/${encodeURIComponent(strand)}/runs/${encodeURIComponent(id)}`,
    state: status,
    where: `${strand}, by ${by}`,
    isLive: status === 'queued' || status === 'running',
  }
}
