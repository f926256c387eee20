// Answers for the page's own files, so that the page opens without its service. What the service says is never kept here:
// an old answer must not look like a new one.
import type { SaidToWorker } from '#platform/web/worker/app-worker.ts'
import { copyCache } from '#platform/web/worker/copy-cache.ts'
import type { WorkerScope } from './scope.ts'

/** A network that says nothing for so long counts as none. */
const patienceMs = 4000

/** `asset`: one content for ever. `file`: asked for first, and kept. `page`: asked for, else the page as kept. */
export type Handling = 'asset' | 'file' | 'page' | 'none'

const files = new Set(['/mode.js', '/theme.js', '/layers.css', '/favicon.svg', '/manifest.webmanifest'])

type Asked = { readonly url: string; readonly method: string; readonly mode: string }

export function handlingOf({ url, method, mode }: Asked, origin: string): Handling {
  const { origin: theirs, pathname } = new URL(url)
  if (method !== 'GET' || theirs !== origin) return 'none'
  if (pathname.startsWith('/assets/')) return 'asset'
  if (files.has(pathname) || pathname.startsWith('/icons/')) return 'file'
  return mode === 'navigate' && !/^\/(api|ws)(\/|$)/.test(pathname) ? 'page' : 'none'
}

/** The files that the page begins with, as its document names them. */
export function filesNamedIn(html: string): string[] {
  return [...new Set([...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? ''))]
}

/** `version` is of the page that this worker was built with: each has a place of its own. */
export function serveOffline(scope: WorkerScope, version: string): void {
  const mine = `orrery.page.${version}`
  const opened = () => scope.caches.open(mine)
  const { origin } = scope.location
  scope.addEventListener('install', (event) => event.waitUntil(opened().then((cache) => keepPage(scope, cache))))
  scope.addEventListener('activate', (event) =>
    event.waitUntil(forgetOthers(scope, mine).then(() => scope.clients.claim())),
  )
  scope.addEventListener('fetch', (event) => {
    const answer = answers[handlingOf(event.request, origin)]
    if (answer !== null) event.respondWith(opened().then((cache) => answer({ scope, cache }, event.request)))
  })
  scope.addEventListener('message', (event) => {
    const said = event.data as SaidToWorker
    const work = said.type === 'keep' ? opened().then((cache) => keepFiles({ cache, origin }, said.paths)) : null
    event.waitUntil(work ?? scope.skipWaiting())
  })
}

async function keepPage(scope: WorkerScope, cache: Cache): Promise<void> {
  const page = await scope.fetch('/')
  const html = await page.clone().text()
  await cache.put('/', page)
  await cache.addAll(filesNamedIn(html))
}

async function forgetOthers({ caches }: WorkerScope, mine: string): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== mine && name !== copyCache)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** What is there already is not asked for again. */
async function keepFiles({ cache, origin }: { cache: Cache; origin: string }, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const url = new URL(path, origin).href
    const isOurs = handlingOf({ url, method: 'GET', mode: 'no-cors' }, origin) !== 'none'
    if (isOurs && (await cache.match(url)) === undefined) await cache.add(url)
  }
}

type Place = { readonly scope: WorkerScope; readonly cache: Cache }
type Answer = (place: Place, request: Request) => Promise<Response>

const answers: Readonly<Record<Handling, Answer | null>> = {
  asset: async ({ scope, cache }, request) =>
    (await cache.match(request)) ?? keep(cache, request, await scope.fetch(request)),
  file: ({ scope, cache }, request) =>
    orKept(cache, request, async () => keep(cache, request, await inTime(scope.fetch(request)))),
  page: ({ scope, cache }, request) => orKept(cache, '/', () => inTime(scope.fetch(request))),
  none: null,
}

async function orKept(cache: Cache, address: Request | string, ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask()
  } catch (error) {
    const kept = await cache.match(address)
    if (kept === undefined) throw error
    return kept
  }
}

async function keep(cache: Cache, request: Request, response: Response): Promise<Response> {
  if (response.ok) await cache.put(request, response.clone())
  return response
}

function inTime(response: Promise<Response>): Promise<Response> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs)
  })
  return Promise.race([response, late])
}
