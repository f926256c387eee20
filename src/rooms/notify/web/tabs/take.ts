// Shows what the service tells, replaces it and takes it away again. Of several tabs the first one calls.
import type { LiveChange } from '#platform/live-kind.ts'
import type { ShownNotification } from '../../contract.ts'
import { newsOf } from '../../core/in-tabs.ts'
import { keepHere, lastToldHere } from './last-told.ts'
import { openAppWorker } from '#platform/web/worker/app-worker.ts'
import { inTurn } from '#platform/web/worker/in-turn.ts'
import { isSaid, shownOptions } from '#platform/web/worker/shown-options.ts'

/** A snapshot: what stands here and is not in it is over. */
export async function takeAll(all: readonly ShownNotification[]): Promise<void> {
  const standing = new Set(all.map(({ tag }) => tag))
  const isOver = (tag: string) => tag !== '' && !isSaid(tag) && !standing.has(tag)
  await inTurn(async () => {
    for (const one of await displayed()) if (isOver(one.tag)) one.close()
    await showAll(all)
  })
}

export async function takeChanges(changes: readonly LiveChange<ShownNotification>[]): Promise<void> {
  const removed = new Set(changes.flatMap(({ op, id }) => (op === 'remove' ? [id] : [])))
  await inTurn(async () => {
    for (const one of await displayed()) if (removed.has(one.tag)) one.close()
    await showAll(changes.flatMap(({ value }) => value ?? []))
  })
}

async function showAll(all: readonly ShownNotification[]): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const open = new Set((await displayed()).map(({ tag }) => tag))
  const { calls, quiet, last } = newsOf(all, { lastTold: lastToldHere(), open })
  // Before it is shown, so that another tab does not call as well.
  keepHere(last)
  for (const one of quiet) await show(one, true)
  for (const one of calls) await show(one, false)
}

async function displayed(): Promise<readonly Notification[]> {
  return (await (await openAppWorker())?.getNotifications()) ?? []
}

async function show(one: ShownNotification, isSilent: boolean): Promise<void> {
  const worker = await openAppWorker()
  await worker?.showNotification(one.title, await shownOptions(one, isSilent))
}
