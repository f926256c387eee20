// What lets the page open without its service: its files in the worker, its last state in this browser, and a word when a
// newer page is there. Fetched once the page stands, so that nothing waits for it.
import type { PageFeed } from '../live/page-feed.ts'
import { hintInstall } from '../install/hint-install.ts'
import { openAppWorker, sayTo } from './app-worker.ts'
import { keepCopy } from './keep-copy.ts'
import { offerUpdates } from './offer-updates.ts'

/** Goes on for the life of the page. Where the browser keeps no workers the page is as it was. */
export async function goOffline(feed: PageFeed): Promise<void> {
  hintInstall()
  const worker = await openAppWorker()
  if (worker === null) return
  keepCopy(feed)
  offerUpdates(worker, feed.socket.state)
  keepFiles(worker)
}

/** The files that came before the worker did; those that come later go through it. */
function keepFiles({ active }: ServiceWorkerRegistration): void {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  if (active !== null) sayTo(active, { type: 'keep', paths })
}
