// What this browser can be called by: an open tab, and pushes where no tab is open. Its permission is asked for on a click alone.
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { subscribe, unsubscribe } from '../../api.ts'
import { keepHere } from '../tabs/last-told.ts'
import { keepDecisionKey } from '#platform/web/worker/decision-key.ts'
import { openAppWorker } from '#platform/web/worker/app-worker.ts'

/** Null: it may be asked. */
export function whyNotHere(): string | null {
  if (!globalThis.isSecureContext) return 'Browsers show notifications of pages on https and on localhost alone.'
  if (!('Notification' in globalThis) || !('serviceWorker' in navigator)) return 'This browser shows none.'
  return Notification.permission === 'denied'
    ? 'This browser blocks notifications from Orrery. Allow them beside the address, then try again.'
    : null
}

/** Null once it calls; else why it does not. */
export async function turnOnHere(): Promise<string | null> {
  const reason = (await permission()) ?? ((await openAppWorker()) === null ? noWorker : null)
  if (reason === null) keepHere(new Date().toISOString())
  return reason
}

export function turnOffHere(): void {
  keepHere(null)
}

const noWorker = 'This browser lets the page have no worker, as some private windows do.'

async function permission(): Promise<string | null> {
  const reason = whyNotHere()
  if (reason !== null || Notification.permission === 'granted') return reason
  return (await Notification.requestPermission()) === 'granted' ? null : (whyNotHere() ?? 'You did not allow it.')
}

const key = 'orrery.push'

/** The id of this browser's own subscription; null where it has none. */
export function ownSubscription(): string | null {
  return localStorage.getItem(key)
}

/** Null once it takes pushes; else why it does not. */
export async function turnOnPush(publicKey: string): Promise<string | Problem | null> {
  const reason = await permission()
  if (reason !== null) return reason
  const worker = await openAppWorker()
  if (worker === null) return noWorker
  const made = await subscribeIn(worker, publicKey)
  if (typeof made === 'string') return made
  const { endpoint = '', keys = {} } = made.toJSON()
  const { p256dh = '', auth = '' } = keys
  const answer = await call(subscribe, { body: { endpoint, keys: { p256dh, auth } } })
  if (!answer.ok) return answer.error
  localStorage.setItem(key, answer.value.subscription.id)
  await keepDecisionKey(answer.value.decision_key)
  return null
}

async function subscribeIn(worker: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription | string> {
  try {
    // One that was made for another key would be refused for ever.
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    return await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return `This browser did not reach its push service: ${why}`
  }
}

/** Null once it is gone. */
export async function removeSubscription(id: string): Promise<Problem | null> {
  const answer = await call(unsubscribe, { params: { id } })
  if (!answer.ok && answer.error.error !== 'not_found') return answer.error
  if (id !== ownSubscription()) return null
  localStorage.removeItem(key)
  await keepDecisionKey(null)
  const worker = await openAppWorker()
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
  return null
}
