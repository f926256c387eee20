// What a test has to wait for before it drags: the part of a page that does it is fetched once its cards are drawn.
import type { Page } from 'playwright-core'
import { until } from './until.ts'

/** Resolves once cards of the board or rows of triage can be lifted. */
export async function dragThere(page: Page): Promise<void> {
  // Asked again and again from here: a function that waits in the page is one that its policy forbids.
  await until('the part that drags is fetched', () =>
    page.evaluate<boolean>(
      `performance.getEntriesByType('resource').some(({ name }) => /\\/(?:drag-cards|lane-drag)-[^/]*\\.js$/.test(name))`,
    ),
  )
  // It was fetched; what it does is bound a frame later.
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`,
  )
}
