// A browser tab that tells when its first whole frame is on the screen, and what each later frame cost.
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'
import { openTab, type Tab } from '../../test/support/browser.ts'
import { hold } from './held.ts'

/** Costs in milliseconds from the arrival of the page's first data until the browser has painted all that is wanted. */
export type Paint = {
  /** Of the main thread alone, on its own clock: blind to whoever else is using the machine. */
  readonly cpuMs: number
  readonly wallMs: number
  readonly cards: number
  /** The page as it was painted. */
  readonly html: string
}

const marks = { arrived: 'bench-arrived', painted: 'bench-painted' } as const

/**
 * Runs in the page before its scripts. The first message of a socket is the snapshot; the mutation observer's callback runs
 * after the render that brought what is wanted, the next frame's callback before its layout, and a message posted there after
 * it.
 */
const watchPage = ({ painted, answer }: Watched) => `(() => {
  const afterFrame = (run) => requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = run
    channel.port2.postMessage(null)
  })
  let hasData = false
  const arrive = () => {
    if (!hasData) performance.mark('${marks.arrived}')
    hasData = true
  }
  const ask = fetch
  globalThis.fetch = async (...given) => {
    const answer = await ask(...given)
    if (new URL(answer.url).pathname === ${JSON.stringify(answer)}) arrive()
    return answer
  }
  const Plain = WebSocket
  let messages = 0
  let isPainted = false
  globalThis.benchMessages = () => messages
  globalThis.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given)
      this.addEventListener('message', () => {
        messages += 1
        if (messages === 1) arrive()
        // What comes before the first picture is part of it.
        else if (isPainted) afterFrame(() => globalThis.tellBench('patched'))
      })
    }
  }
  const observer = new MutationObserver(() => {
    if (document.querySelector(${JSON.stringify(painted)}) === null) return
    observer.disconnect()
    const html = document.getElementById('root').outerHTML
    afterFrame(() => {
      performance.mark('${marks.painted}')
      isPainted = true
      globalThis.tellBench(html)
    })
  })
  observer.observe(document, { childList: true, subtree: true })
})()`

/** A selector of what has to be on the screen, and the address of an answer that counts as data beside the snapshot. */
type Watched = { readonly painted: string; readonly answer: string | null }

type WatchedTab = Tab & { readonly devtools: CDPSession; readonly told: () => Promise<string> }

async function openWatchedTab(browser: Browser, script: string, watched: Watched): Promise<WatchedTab> {
  const tab = await openTab(browser, { bypassCSP: true })
  const devtools = await tab.page.context().newCDPSession(tab.page)
  await devtools.send('Runtime.enable')
  await devtools.send('Runtime.addBinding', { name: 'tellBench' })
  await tab.page.addInitScript({ content: script + watchPage(watched) })
  const told = () =>
    new Promise<string>((resolve) => devtools.once('Runtime.bindingCalled', ({ payload }) => resolve(payload)))
  return hold({ ...tab, devtools, told }, async () => await tab[Symbol.asyncDispose]())
}

type Place = { readonly url: string; readonly accessToken: string }

/** What something costs the page's main thread, from its arrival until nothing moves any more. */
export type EventCost = {
  readonly cpuMs: number
  readonly layouts: number
  /** Frames that the page got: a session's, and its task's when that follows. */
  readonly frames: number
}

export type BoardTab = AsyncDisposable & {
  readonly paint: Paint
  /** What one change costs in all; `change` brings it about. */
  readonly cost: (change: () => Promise<unknown>) => Promise<EventCost>
  /** Milliseconds of script that one change costs the main thread; `change` brings it about. */
  readonly patch: (change: () => Promise<unknown>) => Promise<number>
  /** Milliseconds of processor time of the longest task of any page's main thread while `act` runs. */
  readonly longestTask: (act: () => Promise<unknown>) => Promise<number>
  /** How many times its own window the page's layers cover: each is kept in step with every frame. */
  readonly layered: () => Promise<number>
}

/** A card that moves has landed, and the frames after it are drawn. Less than the times on the cards go on by, which no event brings about. */
const settleMs = 300

export type Shown = Watched & { readonly path: string }

/** A board without cards is none. All of it comes with the snapshot. */
export const board: Shown = { path: '/board', painted: '[data-card]', answer: null }

/** Opens a page as a browser that was here for the first time since its login. Only one tab may be opened at a time. */
export async function openBoard(
  browser: Browser,
  { url, accessToken }: Place,
  { path, ...watched }: Shown = board,
): Promise<BoardTab> {
  const login = `localStorage.setItem('orrery.token', ${JSON.stringify(accessToken)});`
  const tab = await openWatchedTab(browser, login, watched)
  const paint = await recordPaint(browser, tab, () => tab.page.goto(url + path))
  await tab.devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const metric = async (...names: readonly string[]): Promise<number[]> => {
    const { metrics } = await tab.devtools.send('Performance.getMetrics')
    return names.map((name) => metrics.find((each) => each.name === name)?.value ?? Number.NaN)
  }
  const patch = async (change: () => Promise<unknown>): Promise<number> => {
    const [before = Number.NaN] = await metric('ScriptDuration')
    await Promise.all([tab.told(), change()])
    const [after = Number.NaN] = await metric('ScriptDuration')
    return (after - before) * 1000
  }
  const messages = () => tab.page.evaluate<number>('benchMessages()')
  const cost = async (change: () => Promise<unknown>): Promise<EventCost> => {
    const wanted = ['TaskDuration', 'LayoutCount'] as const
    const before = await metric(...wanted)
    const framesBefore = await messages()
    await Promise.all([tab.told(), change()])
    await wait(settleMs)
    const after = await metric(...wanted)
    const [seconds = Number.NaN, layouts = Number.NaN] = after.map(
      (value, place) => value - (before[place] ?? Number.NaN),
    )
    return { cpuMs: seconds * 1000, layouts, frames: (await messages()) - framesBefore }
  }
  const longestTask = async (act: () => Promise<unknown>): Promise<number> => {
    await browser.startTracing(undefined, { categories: ['disabled-by-default-devtools.timeline'] })
    await act()
    return readLongestTask(await browser.stopTracing())
  }
  const layered = () => measureLayers(tab)
  return { paint, cost, patch, longestTask, layered, [Symbol.asyncDispose]: () => tab[Symbol.asyncDispose]() }
}

type Layer = { readonly width: number; readonly height: number; readonly drawsContent: boolean }

async function measureLayers({ page, devtools }: WatchedTab): Promise<number> {
  const told = new Promise<readonly Layer[]>((resolve) =>
    devtools.on('LayerTree.layerTreeDidChange', ({ layers }) => layers !== undefined && resolve(layers)),
  )
  await devtools.send('DOM.enable')
  await devtools.send('LayerTree.enable')
  const drawn = (await told).filter(({ drawsContent }) => drawsContent)
  await devtools.send('LayerTree.disable')
  await devtools.send('DOM.disable')
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  return drawn.reduce((sum, layer) => sum + layer.width * layer.height, 0) / (width * height)
}

/** The markup comes as a whole. What the document shows by itself, while its script would be on the way, is none of it. */
const filled: Watched = { painted: '[data-bench-filled]', answer: null }

/** The same page without any of its scripts: an empty document with its styles, into which the markup comes as a whole. */
export async function paintStatic(browser: Browser, { url }: Place, html: string): Promise<Paint> {
  await using tab = await openWatchedTab(browser, '', filled)
  const { page } = tab
  await page.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest()) return await route.continue()
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll(/<script.*?<\/script>|<link rel="modulepreload".*?>/gs, '')
    await route.fulfill({ response: answer, body })
  })
  await page.goto(`${url}/board`)
  const fill = `performance.mark('${marks.arrived}')
    document.getElementById('root').outerHTML = ${JSON.stringify(html)}
    document.body.dataset.benchFilled = ''`
  return await recordPaint(browser, tab, () => page.evaluate(fill))
}

async function recordPaint(browser: Browser, tab: WatchedTab, act: () => Promise<unknown>): Promise<Paint> {
  await browser.startTracing(tab.page, { categories: ['blink.user_timing'] })
  const [html] = await Promise.all([tab.told(), act()])
  const [arrived, painted] = readMarks(await browser.stopTracing())
  return {
    cpuMs: (painted.tts - arrived.tts) / 1000,
    wallMs: (painted.ts - arrived.ts) / 1000,
    cards: html.split('data-card=').length - 1,
    html,
  }
}

/** Microseconds: `ts` by the wall, `tts` by the thread's own clock. */
type Mark = { readonly name: string; readonly ts: number; readonly tts: number }

function readMarks(trace: Buffer): readonly [Mark, Mark] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly Mark[] }
  const [arrived, painted] = [marks.arrived, marks.painted].map((wanted) =>
    traceEvents.find(({ name }) => name === wanted),
  )
  if (arrived?.tts === undefined || painted?.tts === undefined) throw new Error('the page was not painted in the trace')
  return [arrived, painted]
}

type Task = { readonly name: string; readonly pid: number; readonly tid: number; readonly tdur?: number }
type Named = { readonly args?: { readonly name?: string } }

function readLongestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly (Task & Named)[] }
  const mainThreads = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && mainThreads.has(`${pid} ${tid}`))
  if (tasks.length === 0) throw new Error('the trace holds no task of a page')
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0)
}
