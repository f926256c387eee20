// `npm run icons`: draws the icons of the installed page from favicon.svg, for systems that take no SVG. Run it when
// that file changes.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../test/support/browser.ts'
import { root } from './run.ts'

const folder = join(root, 'src/app/web/public')
/** The ground of the dark theme, on which the brass of the drawing stands out. */
const ground = '#0b0d11'

/** `share` of the side is the drawing: a mask of the system may take all but the middle four fifths. */
const icons = [
  { name: '180', px: 180, share: 0.72, radius: 0 },
  { name: '192', px: 192, share: 0.78, radius: 0.22 },
  { name: '512', px: 512, share: 0.78, radius: 0.22 },
  { name: 'maskable-512', px: 512, share: 0.6, radius: 0 },
]

const drawing = readFileSync(join(folder, 'favicon.svg')).toString('base64')
mkdirSync(join(folder, 'icons'), { recursive: true })
await using browser = await openBrowser()
for (const { name, px, share, radius } of icons) {
  const page = await browser.newPage({ viewport: { width: px, height: px } })
  const style = `margin:0;width:${px}px;height:${px}px;display:grid;place-items:center;background:${ground};border-radius:${radius * px}px`
  await page.setContent(
    `<body style="margin:0;background:transparent"><div style="${style}"><img width="${share * px}" src="data:image/svg+xml;base64,${drawing}"></div>`,
  )
  await page.locator('img').evaluate((image) => (image as unknown as { decode: () => Promise<void> }).decode())
  await page.screenshot({ path: join(folder, 'icons', `${name}.png`), omitBackground: true })
  await page.close()
}
