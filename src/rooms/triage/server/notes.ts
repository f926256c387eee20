// What a person tells the next run: briefs, which one run consumes, and memories, which stay.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import type { CreateBrief, Memory } from '../contract.ts'
import { triageNews } from './follow-others.ts'
import { nowIso, tell, type TriageContext } from './context.ts'

/** Every memory is in every prompt; more than this would leave no room for tasks. */
const memoryCap = 100

/** Rejects with `StorageError`, as all here do. */
export async function addBrief(
  context: TriageContext,
  brief: CreateBrief,
  who: WhoAsks,
): Promise<{ id: number; created_at: string }> {
  const at = nowIso(context)
  let id = 0
  await context.commits.write({
    *script() {
      id = yield* context.briefs.insert({ ...brief, at, who })
    },
    news: () => triageNews,
  })
  await tellBriefs(context)
  return { id, created_at: at }
}

/** One that a run has read may go, too. Refuses with `not_found`. */
export async function removeBrief(context: TriageContext, id: number): Promise<Result<null, Refusal>> {
  let wasThere = false
  await context.commits.write({
    *script() {
      wasThere = yield* context.briefs.remove(id)
    },
    news: () => triageNews,
  })
  if (!wasThere) return err({ error: 'not_found', reason: `There is no brief ${id}.` })
  await tellBriefs(context)
  return ok(null)
}

async function tellBriefs(context: TriageContext): Promise<void> {
  tell(context, { id: 'briefs', value: { waiting: await context.briefs.countWaiting() } })
}

/** Refuses with `too_many`. */
export async function addMemory(context: TriageContext, body: string): Promise<Result<Memory, Refusal>> {
  if ((await context.memories.all()).length >= memoryCap) return err(tooManyMemories)
  const at = nowIso(context)
  let id = 0
  await context.commits.write({
    *script() {
      id = yield* context.memories.insert(body, at)
    },
  })
  return ok({ id, body, created_at: at, updated_at: at })
}

/** Refuses with `not_found`. */
export async function changeMemory(context: TriageContext, id: number, body: string): Promise<Result<Memory, Refusal>> {
  const before = await context.memories.find(id)
  if (before === null) return err(unknownMemory(id))
  const memory = { ...before, body, updated_at: nowIso(context) }
  await context.commits.write({ script: () => context.memories.update(memory) })
  return ok(memory)
}

/** Refuses with `not_found`. */
export async function removeMemory(context: TriageContext, id: number): Promise<Result<null, Refusal>> {
  if ((await context.memories.find(id)) === null) return err(unknownMemory(id))
  await context.commits.write({ script: () => context.memories.remove(id) })
  return ok(null)
}

const unknownMemory = (id: number): Refusal => ({ error: 'not_found', reason: `There is no memory ${id}.` })

const tooManyMemories: Refusal = {
  error: 'too_many',
  reason: `There are ${memoryCap} memories already, and each stands in every prompt.`,
  hint: 'Remove or merge some: orrery triage memory ls.',
}
