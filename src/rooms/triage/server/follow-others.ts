// What other services, who share the tables, do to runs, briefs and corrections: told to viewers here as our own is.
import type { Database } from '#platform/server/db/open-database.ts'
import type { News } from '#platform/server/db/news.ts'
import { createReadOthers } from '#platform/server/db/read-others.ts'
import type { TriageRun } from '../contract.ts'
import { nowIso, tell, type TriageContext } from './context.ts'
import { interrupted } from './run/interrupted.ts'
import { tellState } from './run/tell-over.ts'
import type { RunElsewhere } from './stores/runs.ts'

const room = 'triage'
const ofRun = 'run:'

/** What a change of briefs, corrections or locks tells others. */
export const triageNews: readonly News[] = [{ room, ids: ['state'] }]
export const runNews = (id: number): readonly News[] => [{ room, ids: [`${ofRun}${id}`, 'state'] }]

/** The run that another service has under way. */
export interface TriageElsewhere {
  run(): TriageRun | null
  /** Reads which one it is, and takes those of services that died for failed. Rejects with `StorageError`. */
  look(): Promise<void>
  /** As `look`, where one is known to be under way. Never rejects. */
  lookAgain(): Promise<void>
}

type Followed = { readonly database: Pick<Database, 'others'>; readonly context: TriageContext }

/** Goes on to the end of the service. */
export function followOthers({ database: { others }, context }: Followed): TriageElsewhere {
  let known: TriageRun | null = null

  async function readRun(id: number): Promise<void> {
    const run = await context.runs.find(id)
    if (run === null) return
    const { moves: _, ...told } = run
    if (run.status === 'running') known = told
    else if (known?.id === id) known = null
    tell(context, { id: 'run', value: told })
  }

  async function look(): Promise<void> {
    if (others.node === null) return
    const before = known?.id ?? null
    let found: RunElsewhere | null = null
    await context.commits.write({
      *script() {
        found = yield* context.runs.elsewhere(nowIso(context), interrupted)
      },
    })
    const now = idOf(found)
    for (const id of new Set([before, now])) if (id !== null) await readRun(id)
  }

  const read = createReadOthers({ log: context.log, what: 'triage of another node' })
  others.follow(room, {
    hear: (ids) =>
      read(async () => {
        for (const id of ids) if (id.startsWith(ofRun)) await readRun(Number(id.slice(ofRun.length)))
        await tellState(context)
      }),
    missed: () =>
      read(async () => {
        await look()
        await tellState(context)
      }),
  })
  return {
    run: () => known,
    look,
    lookAgain: () =>
      read(async () => {
        if (known === null) return
        await look()
        if (known === null) await tellState(context)
      }),
  }
}

/** A script sets it, which the compiler does not see. */
const idOf = (found: RunElsewhere | null): number | null => found?.id ?? null
