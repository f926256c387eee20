// The worker of this page: it shows notifications where no tab is open, and the page where no service answers.

/** Null where the browser has none: on plain http but for this machine itself, and in some private windows. */
export async function openAppWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  try {
    await navigator.serviceWorker.register('/worker.js')
    return await navigator.serviceWorker.ready
  } catch {
    // Turned off by the browser; whoever asks says what that means.
    return null
  }
}

/** What the page says to its worker. */
export type SaidToWorker =
  /** These files of this page are needed again when there is no service to ask. */
  | { readonly type: 'keep'; readonly paths: readonly string[] }
  /** The worker of a newer page takes the place of the one at work. */
  | { readonly type: 'take_over' }

/** A worker is of this origin always, so no other has to be named. */
export function sayTo(worker: ServiceWorker, said: SaidToWorker): void {
  worker.postMessage(said, { transfer: [] })
}
