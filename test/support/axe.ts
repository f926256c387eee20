// axe-core in a page under test: what it finds, as lines a person can act on.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { readonly id: string; readonly help: string; readonly nodes: readonly { readonly target: unknown }[] }

/** More places of one rule say nothing new. */
const mostPlaces = 3

/** Every rule of axe in the theme that is shown, and the one about colours in the other theme. It goes past the page's policy. */
export async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(source)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inTheDark = await run(page, '{}')
  await page.emulateMedia({ colorScheme: 'light' })
  const inTheLight = await run(page, "{ runOnly: ['color-contrast'] }")
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...inTheDark, ...inTheLight.map((barrier) => `in the light: ${barrier}`)]
}

/** A colour on its way from one theme to the other, or a dialog that fades in, is judged as it will stay. */
const settled = `Promise.allSettled(document.getAnimations()
  .filter((each) => each instanceof CSSTransition).map(({ finished }) => finished)).then(() => null)`

async function run(page: Page, options: string): Promise<string[]> {
  await page.evaluate(settled)
  const found = `axe.run(document, { resultTypes: ['violations'], ...${options} }).then(({ violations }) => violations)`
  return (await page.evaluate<Violation[]>(found)).flatMap(({ id, help, nodes }) =>
    nodes.slice(0, mostPlaces).map(({ target }) => `${id}: ${help} at ${String(target)}`),
  )
}
