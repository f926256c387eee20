// Keeps what the page shows in this browser, for a page that is opened while no service answers. It goes with the login.
import { isRecord } from '../api/problem.ts'
import { accessToken, onTokenChange } from '../auth/token.ts'
import type { Lists, PageFeed } from '../live/page-feed.ts'
import { keepDecisionKey } from './decision-key.ts'
import { copyCache } from './copy-cache.ts'

/** Long lists take some milliseconds to write: once a minute, when nothing else is to do, and when the page is left. */
const keepEveryMs = 60_000
const longestIdleMs = 2000
const address = '/copy-of-the-last-page'

type Kept = { readonly atMs: number; readonly lists: Lists }

export function keepCopy(feed: PageFeed): void {
  let keptSeq: number | null = null
  let owner = accessToken()
  let isSignedOut = false

  async function keep(): Promise<void> {
    const seq = feed.socket.seq()
    if (seq === null || seq === keptSeq || feed.socket.state.get().kind !== 'live') return
    keptSeq = seq
    const before = owner
    const cache = await caches.open(copyCache)
    if (!isSignedOut && before === owner) await write(cache, { atMs: Date.now(), lists: feed.held() })
  }

  async function recall(): Promise<void> {
    if (feed.isLoaded.get()) return
    const kept = await read()
    // Signed out, or told the truth, while the disk was read.
    if (kept !== null && accessToken() === owner) feed.recall(kept.lists, kept.atMs)
  }

  const keepSoon = (): void => whenIdle(() => void keep())
  setInterval(keepSoon, keepEveryMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void keep()
  })
  feed.isLoaded.subscribe(keepSoon)
  onTokenChange(() => {
    owner = accessToken()
    keptSeq = null
    // Who signs out leaves nothing behind, also where this machine may be read from without a login.
    isSignedOut = owner === null
    void caches.delete(copyCache)
    // It ended with its login; a new login gets one with its pushes.
    void keepDecisionKey(null)
  })
  feed.socket.state.subscribe(() => {
    if (feed.socket.state.get().kind === 'live') keepSoon()
    else void recall()
  })
  keepSoon()
  void recall()
}

/** Safari has no idle callbacks. A machine that is busy throughout has none either: then it is done all the same. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: longestIdleMs })
  else setTimeout(run, 1)
}

/** A page of another version may not understand it: the address of this module has the version in it. */
const writtenBy = import.meta.url

async function write(cache: Cache, kept: Kept): Promise<void> {
  await cache.put(address, Response.json({ ...kept, writtenBy }))
}

async function read(): Promise<Kept | null> {
  const answer = await (await caches.open(copyCache)).match(address)
  const said: unknown = answer === undefined ? null : await answer.json()
  if (!isRecord(said) || said.writtenBy !== writtenBy) return null
  const { atMs, lists } = said
  if (typeof atMs !== 'number' || !isRecord(lists)) return null
  const given = Object.entries(lists).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  return { atMs, lists: Object.fromEntries(given) }
}
