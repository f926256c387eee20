// Pictures of pages at the sizes that people have, in both themes: taken where ORRERY_PICTURES names a folder for them.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { liveDot, signIn } from './browser.ts'
import type { Journey } from './journey.ts'

const folder = process.env.ORRERY_PICTURES

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
] as const

/** `views` are paths by the name that their pictures get. Does nothing unless somebody wants to look at them. */
export async function takePictures(
  at: Journey,
  prefix: string,
  views: Readonly<Record<string, string>>,
): Promise<void> {
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await using tab = await at.openTab({ reducedMotion: 'reduce' })
  const { page } = tab
  await signIn(tab, at.service)
  for (const [name, path] of Object.entries(views)) {
    await page.goto(at.service.url + path)
    await liveDot(page, 'live').waitFor()
    await page.waitForLoadState('networkidle')
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        const file = `${prefix}-${name}-${size.width}-${colorScheme}.png`
        await page.screenshot({ path: join(folder, file), animations: 'disabled' })
      }
    }
  }
}

/** As the page stands, `<name>-<width>-<theme>.png`. The page is dark afterwards, as journeys begin it. */
export async function takeBothThemes(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const file = `${name}-${page.viewportSize()?.width}-${colorScheme}.png`
    await page.screenshot({ path: join(folder, file), animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
}
