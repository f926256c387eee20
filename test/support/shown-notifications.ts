// Notifications of a browser as a person has them: what is shown, its buttons, and what its push service would bring.
// They are asked for in turn with page and worker: Chromium loses what is being shown while somebody asks.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from './until.ts'

const inTurn = (work: string) => `navigator.locks.request('orrery.notifications', async () => { ${work} })`

/** Runs in the page, with `all` of that tag, or of any. */
const withAll = (work: string, tag?: string) =>
  inTurn(`const worker = await navigator.serviceWorker.ready
    const all = await worker.getNotifications(${tag === undefined ? '' : JSON.stringify({ tag })})
    ${work}`)

/** The titles of all. */
export async function shownIn(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(withAll('return all.map(({ title }) => title)'))
}

/** One that nobody told of. */
export async function showHere(page: Page, title: string, options: object): Promise<void> {
  await page.evaluate(withAll(`await worker.showNotification('${title}', ${JSON.stringify(options)})`))
}

/** What an open tab shows of it goes, so that the worker's own is seen. */
export async function closeShown(page: Page, tag: string): Promise<void> {
  await actionsIn(page, tag)
  await page.evaluate(withAll('all.forEach((one) => one.close())', tag))
}

/** As its push service would. */
export async function deliver(page: Page, payload: object): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  const pushed = { origin: new URL(page.url()).origin, registrationId, data: JSON.stringify(payload) }
  await devTools.send('ServiceWorker.deliverPushMessage', pushed)
  await devTools.detach()
}

export async function actionsIn(page: Page, tag: string): Promise<readonly string[]> {
  const ask = withAll('return all.slice(0, 1).flatMap(({ actions }) => actions.map(({ action }) => action))', tag)
  let actions: readonly string[] = []
  await until('it is shown', async () => (actions = await page.evaluate<readonly string[]>(ask)).length > 0)
  return actions
}

/** As a finger on the button of a notification; resolves when all that follows from it is done. */
export async function press(page: Page, tag: string, action: string): Promise<void> {
  await actionsIn(page, tag)
  const [worker = assert.fail('no worker')] = page.context().serviceWorkers()
  const notification = inTurn(`return (await self.registration.getNotifications({ tag: '${tag}' }))[0]`)
  // An event of a script has no `waitUntil` that works.
  await worker.evaluate(`${notification}.then((notification) => {
    const event = new NotificationEvent('notificationclick', { notification, action: '${action}' })
    let work = null
    Object.defineProperty(event, 'waitUntil', { value: (begun) => (work = begun) })
    self.dispatchEvent(event)
    if (work === null) throw new Error("nobody takes the press")
    return work.then(() => null)
  })`)
}

/** What the worker decides with; null where there is none. */
export function keyIn(page: Page): Promise<string | null> {
  return page.evaluate<string | null>(`new Promise((resolve) => {
    const opening = indexedDB.open('orrery')
    opening.onsuccess = () => {
      const asked = opening.result.transaction('keys').objectStore('keys').get('decision')
      asked.onsuccess = () => { opening.result.close(); resolve(asked.result ?? null) }
    }
  })`)
}
