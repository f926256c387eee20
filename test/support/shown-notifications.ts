// Notifications of a browser as a person has them: what is shown, its buttons, and what its push service would bring.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from './until.ts'

/** The titles of all. */
export async function shownIn(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(
    `navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map(({ title }) => title))`,
  )
}

/** What an open tab shows of it goes, so that the worker's own is seen. */
export async function closeShown(page: Page, tag: string): Promise<void> {
  await actionsIn(page, tag)
  await page.evaluate(`navigator.serviceWorker.ready.then((worker) => worker.getNotifications({ tag: '${tag}' }))
    .then((all) => all.forEach((one) => one.close()))`)
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
  const ask = `navigator.serviceWorker.ready.then((worker) => worker.getNotifications({ tag: '${tag}' }))
    .then(([one]) => one === undefined ? [] : one.actions.map(({ action }) => action))`
  let actions: readonly string[] = []
  await until('it is shown', async () => (actions = await page.evaluate<readonly string[]>(ask)).length > 0)
  return actions
}

/** As a finger on the button of a notification. */
export async function press(page: Page, tag: string, action: string): Promise<void> {
  await actionsIn(page, tag)
  const [worker = assert.fail('no worker')] = page.context().serviceWorkers()
  await worker.evaluate(`self.registration.getNotifications({ tag: '${tag}' }).then(([notification]) =>
    void self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: '${action}' })))`)
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
