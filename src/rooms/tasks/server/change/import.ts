// Carries out an import: parsed as a whole, committed in small parts, so that other requests get their turn between them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { ImportAnswer, ImportItem, ImportRequest } from '../../contract.ts'
import type { ImportDraft, Unread } from '../../core/import/import-draft.ts'
import { parentsFirst } from '../../core/import/import-order.ts'
import { parseImport } from '../../core/import/parse-import.ts'
import {
  planItem,
  type Planned,
  type PlannedChange,
  type PlanParts,
  type TasksSoFar,
} from '../../core/import/plan-import.ts'
import type { TaskRecord } from '../../core/record.ts'
import { anew } from './anew.ts'
import { wrongFields } from './commands.ts'
import { nowIso, type TasksContext } from '../context.ts'

/** Tasks in one commit: some milliseconds of database work. */
const partSize = 50

/** Refuses with `invalid_request`. Rejects with `StorageError`; what was committed until then is found again next time. */
export async function importTasks(
  context: TasksContext,
  request: ImportRequest,
): Promise<Result<ImportAnswer, Refusal>> {
  const { format, text, project = null, source = null, dry_run: dryRun = false } = request
  const parsed = parseImport(format, text, { project, source })
  if (!parsed.ok) return err(wrongFields([{ field: 'text', reason: parsed.error }]))
  const drafts = parentsFirst(parsed.value.drafts)
  const planned = await inParts(context, drafts, { format, dryRun })
  return ok(report(dryRun, { drafts: parsed.value.drafts, planned, unread: parsed.value.unread }))
}

/** A dry run lays every part over the one before; else each is planned on what was committed. */
async function inParts(context: TasksContext, drafts: readonly ImportDraft[], plan: Plan): Promise<Planned[]> {
  const done: Planned[] = []
  const whole = layOver(context, plan.format)
  for (let from = 0; from < drafts.length; from += partSize) {
    const part = drafts.slice(from, from + partSize)
    if (plan.dryRun) done.push(...planPart(context, part, { format: plan.format, overlay: whole }))
    else {
      const planned = await anew(context, [], () => {
        const overlay = layOver(context, plan.format)
        return commitPart(context, planPart(context, part, { format: plan.format, overlay }))
      })
      done.push(...planned)
    }
    await nextTurn()
  }
  return done
}

async function commitPart(context: TasksContext, part: readonly Planned[]): Promise<Planned[]> {
  const changes = part.flatMap(({ change }) => change ?? [])
  if (changes.length > 0) await context.ledger.commit(changes, nowIso(context))
  return part.map(({ item, change }) => ({
    item: { ...item, task_id: item.task_id ?? change?.after.id ?? null },
    change,
  }))
}

type Plan = { readonly format: string; readonly dryRun: boolean }

function planPart(
  context: TasksContext,
  drafts: readonly ImportDraft[],
  { format, overlay }: { readonly format: string; readonly overlay: Overlay },
): Planned[] {
  const at = nowIso(context)
  return drafts.map((draft) => {
    const planned = planItem(draft, { ...overlay.parts, source: format, at, who: { actor: 'import', by: format } })
    if (planned.change !== null) overlay.add(planned.change)
    return planned
  })
}

type Overlay = {
  readonly parts: Pick<PlanParts, 'tasks' | 'nextSeq' | 'makeId'>
  readonly add: (change: PlannedChange) => void
}

/** The index as it will be, without touching it: a dry run leaves no trace. */
function layOver({ index, makeId }: TasksContext, format: string): Overlay {
  const byId = new Map<string, TaskRecord>()
  const bySource = new Map<string, TaskRecord>()
  const newChildren = new Map<string, string[]>()
  const first = index.nextSeq()
  let given = 0
  const get = (id: string): TaskRecord | null => byId.get(id) ?? index.get(id)
  const tasks: TasksSoFar = {
    byId: get,
    bySource: (sourceId) => bySource.get(sourceId) ?? index.bySource(format, sourceId),
    childTypes: (id) =>
      [...index.childrenOf(id), ...(newChildren.get(id) ?? [])]
        .flatMap((child) => get(child) ?? [])
        .filter(({ parent }) => parent === id)
        .map(({ type }) => type),
  }
  return {
    parts: { tasks, makeId, nextSeq: () => first + given++ },
    add({ after }) {
      byId.set(after.id, after)
      if (after.source_id !== null) bySource.set(after.source_id, after)
      if (after.parent === null) return
      const children = newChildren.get(after.parent)
      if (children === undefined) newChildren.set(after.parent, [after.id])
      else children.push(after.id)
    },
  }
}

type Outcome = {
  /** In the order of the export. */
  readonly drafts: readonly ImportDraft[]
  readonly planned: readonly Planned[]
  readonly unread: readonly Unread[]
}

function report(dryRun: boolean, { drafts, planned, unread }: Outcome): ImportAnswer {
  const bySource = new Map(planned.map(({ item }) => [item.source_id, item]))
  const items = [
    ...drafts.flatMap(({ sourceId }) => bySource.get(sourceId) ?? []),
    ...unread.map(({ sourceId, title, reason }): ImportItem => ({
      source_id: sourceId,
      title,
      action: 'skip',
      task_id: null,
      fields: [],
      note: reason,
    })),
  ]
  const count = (action: ImportItem['action']): number => items.filter((item) => item.action === action).length
  return {
    dry_run: dryRun,
    created: count('create'),
    changed: count('change'),
    unchanged: count('unchanged'),
    skipped: count('skip'),
    items,
  }
}
