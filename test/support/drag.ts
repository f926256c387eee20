// What a test has to wait for before it drags: the part of a page that does it is fetched once its cards are drawn.
import type { Page } from 'playwright-core'

/** Resolves once cards of the board or rows of triage can be lifted. */
export async function dragThere(page: Page): Promise<void> {
  await page.waitForFunction(
    `performance.getEntriesByType('resource').some(({ name }) => /\\/(?:drag-cards|lane-drag)-[^/]*\\.js$/.test(name))`,
  )
  // It was fetched; what it does is bound a frame later.
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`,
  )
}
