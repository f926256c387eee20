// How many frames a page hands to the screen.
import type { Browser, Page } from 'playwright-core'

type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly args?: {
    readonly data?: { readonly frames?: readonly { readonly processId?: number; readonly url: string }[] }
  }
}

/** Of the process of that page alone, also of a page that lies behind another one. */
export async function countFrames(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
  })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly TraceEvent[] }
  const frames = traceEvents.flatMap(({ name, args }) =>
    name === 'TracingStartedInBrowser' ? (args?.data?.frames ?? []) : [],
  )
  const own = frames.find(({ url }) => url === page.url())?.processId
  if (own === undefined) throw new Error('the trace does not tell which process the page is')
  return traceEvents.filter(({ name, pid }) => name === 'DrawFrame' && pid === own).length
}
