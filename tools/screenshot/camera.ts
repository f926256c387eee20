// Takes pictures: each in a browser of its own, once the page has come to rest.
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { liveDot, openTab, signIn, type TabOptions } from '../../test/support/browser.ts'
import type { Service } from '../../test/support/service.ts'

export type Shot = {
  readonly name: string
  readonly path: string
  /** Brings the page into the state of the picture. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** A browser that is not signed in. */
  readonly isGuest?: boolean
} & Pick<TabOptions, 'device' | 'colorScheme'>

export type Camera = (service: Service, shots: readonly Shot[]) => Promise<void>

export function camera(browser: Browser, into: string): Camera {
  return async (service, shots) => {
    for (const { name, path, prepare = settle, isGuest = false, ...look } of shots) {
      await using tab = await openTab(browser, { reducedMotion: 'reduce', ...look })
      const { page } = tab
      if (!isGuest) await signIn(tab, service)
      await page.goto(service.url + path)
      // A terminal fills its tab.
      if (!path.startsWith('/terminal')) await liveDot(page, 'live').waitFor()
      await prepare(page)
      await page.screenshot({ path: join(into, `${name}.png`) })
      console.log(`${name}.png`)
    }
  }
}

/** Until nothing is loaded any more. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
}
