// Sets marks for a person, and for nothing that changed since they looked.
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { InboxItem, MarkAnswer, MarkRequest } from '../contract.ts'
import { foldedUnder } from '../core/fold.ts'
import { marksNews } from './hear-marks.ts'
import { markAsked, whyNot, type KeptMark } from '../core/mark.ts'
import type { InboxContext } from './context.ts'

/** Refuses with `not_found` or `conflict` where nothing could be marked. Rejects with `StorageError`. */
export async function markItems(context: InboxContext, request: MarkRequest): Promise<Result<MarkAnswer, Refusal>> {
  const { book } = context
  const looked = request.items.map((asked) => {
    const item = book.get(asked.id)
    return { id: asked.id, item, problem: whyNot(item, asked, request) }
  })
  const taken = looked.flatMap(({ item, problem }) => (item === null || problem !== null ? [] : [item]))
  const [first] = looked
  if (taken.length === 0 && first?.problem !== undefined && first.problem !== null) return err(refusalOf(first.problem))
  const all = book.all()
  const marked = [...new Set([...taken, ...taken.flatMap((item) => foldedUnder(item, all))])]
  await keep(context, marksOf(marked, request, toIso(context.clock.now())))
  return ok({
    items: marked.flatMap(({ id }) => book.get(id) ?? []),
    left: looked.flatMap(({ id, problem }) => (problem === null ? [] : [{ id, reason: problem.reason }])),
  })
}

/** Committed first: what a viewer sees as seen stays seen after a crash. */
export async function keep(
  { book, store, commits }: Pick<InboxContext, 'book' | 'store' | 'commits'>,
  changes: ReadonlyMap<string, KeptMark | null>,
): Promise<void> {
  await commits.write({
    *script() {
      const [set, gone] = [new Map<string, KeptMark>(), [] as string[]]
      for (const [id, mark] of changes) {
        if (mark === null) gone.push(id)
        else set.set(id, mark)
      }
      yield* store.save(set)
      yield* store.remove(gone)
    },
    committed: () => book.setMarks(changes),
    news: () => marksNews([...changes.keys()]),
  })
}

function marksOf(items: readonly InboxItem[], request: MarkRequest, at: string): ReadonlyMap<string, KeptMark | null> {
  const mark = markAsked(request, at)
  return new Map(items.map(({ id, moment }) => [id, mark === null ? null : { moment, mark }]))
}

function refusalOf({ error, reason }: { readonly error: 'not_found' | 'conflict'; readonly reason: string }): Refusal {
  return { error, reason, hint: 'See what needs you now: orrery inbox' }
}
