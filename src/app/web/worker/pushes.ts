// Shows what is pushed, replaces it by its tag, and opens what it is about.
import { inTurn } from '#platform/web/worker/in-turn.ts'
import { shownOptions, type ShownData } from '#platform/web/worker/shown-options.ts'
import type { PushPayload } from '#rooms/notify/web/index.ts'
import { decideHere } from './decide.ts'
import type { OpenTab, PushCame, WorkerScope } from './scope.ts'

export function showPushes(scope: WorkerScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(inTurn(() => show(scope, event))))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { link = '/', tag = '', ask = null } = Object(event.notification.data) as Partial<ShownData>
    const { action } = event
    const isDecision = (action === 'approve' || action === 'deny') && ask !== null
    event.waitUntil(isDecision ? decideHere(scope, { ask, decision: action, tag, link }) : open(scope, link))
  })
}

async function show({ registration }: WorkerScope, { data }: PushCame): Promise<void> {
  // Only this service can encrypt for this browser, so what comes is what it wrote.
  if (data === null) return
  const { is_silent: isSilent, ...message } = data.json() as PushPayload
  const { tag, title } = message
  const before = await registration.getNotifications({ tag })
  await registration.showNotification(title, await shownOptions(message, isSilent))
  // Browsers demand that each push shows something. What a person has put away already does not come back.
  if (!isSilent || before.length > 0) return
  for (const one of await registration.getNotifications({ tag })) one.close()
}

/** In a tab that is open, if there is one. The address is always one of this page. */
async function open({ clients, location }: WorkerScope, link: string): Promise<void> {
  const url = new URL(link, location.origin)
  const to = url.origin === location.origin ? url.href : location.origin
  const [tab] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (tab === undefined || !(await goThere(tab, to))) await clients.openWindow(to)
}

async function goThere(tab: OpenTab, to: string): Promise<boolean> {
  try {
    await (await tab.focus()).navigate(to)
    return true
  } catch {
    // A tab that was open before the worker was: a new one opens instead.
    return false
  }
}
