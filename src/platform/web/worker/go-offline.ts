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

/**
 * The files that came before the worker did, and those that were under way then; later ones go through it, and to be told of them
 * again costs nothing.
 */
function keepFiles(worker: ServiceWorkerRegistration): void {
  const told = new PerformanceObserver((list) => {
    const paths = list
      .getEntries()
      .filter(isFile)
      .map(({ name }) => new URL(name).pathname)
    if (paths.length > 0 && worker.active !== null) sayTo(worker.active, { type: 'keep', paths })
  })
  told.observe({ type: 'resource', buffered: true })
}

/** What the page asks of the service is told as well, and is nothing to be kept. */
function isFile(entry: PerformanceEntry): boolean {
  return entry instanceof PerformanceResourceTiming && entry.initiatorType !== 'fetch'
}
