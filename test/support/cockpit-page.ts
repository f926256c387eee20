// The cockpit as journeys look at it: planets and ships by their names, what turns, and pictures for whoever asks for them.
import type { Page } from 'playwright-core'
import type { PlayedDevice } from './fake-fleet.ts'

/** Beginning with its name. */
const named = (name: string): RegExp => new RegExp(`^${RegExp.escape(name)}(,|$)`)
export const planet = (page: Page, name: string) =>
  page.locator('.sculpture').getByRole('button', { name: named(name) })
export const ship = (page: Page, name: string) => page.locator('.sky').getByRole('button', { name: named(name) })
/** Those that are drawn, and those that a group stands for. */
export function machinesInSky(page: Page): Promise<number> {
  return page.evaluate(
    `[...document.querySelectorAll('.planet-button')].reduce((sum, each) => sum + (each.matches('.group') ? parseInt(each.textContent, 10) : 1), 0)`,
  )
}

/** The names of what moves for ever in the sky, or elsewhere on the page. */
export function turning(page: Page, within = '.sky'): Promise<string[]> {
  return page.evaluate(
    `document.getAnimations().filter((each) => each.animationName && each.effect.target.closest('${within}') && each.playState === 'running').map((each) => each.animationName)`,
  )
}

/** Browsers of tests have no hidden tabs. */
export async function hide(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' }); document.dispatchEvent(new Event('visibilitychange'))`,
  )
}

/** What a real daemon answers by itself. */
export async function answer({ channel }: PlayedDevice, asked: string, type: string): Promise<void> {
  let frame = await channel.next()
  while (frame.type !== asked) frame = await channel.next()
  channel.send({ type, to: frame.id })
}

const pictures = process.env.ORRERY_PICTURES

export async function takeHere(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  await take(page, name)
}

/** What stands open, in both themes. */
export async function takeBoth(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await take(page, `${name}-${colorScheme}`)
  }
}

/**
 * Once what opens or fades is there. Playwright's own way to hold animations plays them anew by a script, and what a script
 * played the page's styles pause no more: the cockpit would turn for nobody ever after.
 */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((each) => each.effect.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished)).then(() => null)`)
  await page.screenshot({ path: `${pictures}/cockpit-${name}.png` })
}
