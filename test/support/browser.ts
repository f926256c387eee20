// Real Chromium for journeys: one program per file, and in it tabs of people who share nothing.
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core'
import type { Service } from './service.ts'
import { watchWire } from './watch-wire.ts'

const programs = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The list of the program's address bar is a page with a process of its own, which each window of a tab made anew: half of the
 * processor time of opening a tab, for what nobody types into.
 */
const listsOfTheAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
/** Playwright turns these off itself; of two such lists the program takes the last. */
const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Quiet, and without a sandbox, which needs rights that test machines seldom give. */
const flags = [
  `--disable-features=${[...offInPlaywright, ...listsOfTheAddressBar].join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Starts Chromium with a profile of its own, which goes with it. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: findProgram(), args: flags })
}

function findProgram(): string {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '')
  const paths = programs.flatMap((program) =>
    program.startsWith('/') ? [program] : folders.map((f) => join(f, program)),
  )
  const found = paths.find(isProgram)
  if (found === undefined) throw new Error(`no Chromium on PATH (${programs.slice(0, 4).join(', ')})`)
  return found
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const devices = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>

/** `device` and not `screen`, which is an option of Playwright's. */
export type TabOptions = BrowserContextOptions & { readonly device?: keyof typeof devices }

/** One person's browser with one page in it. Disposing closes it. */
export interface Tab extends AsyncDisposable {
  readonly page: Page
  /** Errors that scripts threw or logged, what the content policy stopped, and what came in another form than declared. */
  readonly faults: readonly string[]
  /** The faults, once every answer that came so far is parsed. */
  readonly allFaults: () => Promise<readonly string[]>
  /** How often a document was loaded: what happens without a reload leaves it as it was. */
  readonly loads: () => number
}

/** What ought to come and did not is told after this time, which a busy machine may need. */
const patienceMs = 120_000

/**
 * Times and words of the page do not hang on the machine's own settings. A worker would answer for the page's files, past
 * whoever changes answers on their way: tests of the worker allow it.
 */
const settled: BrowserContextOptions = {
  locale: 'en-GB',
  timezoneId: 'UTC',
  colorScheme: 'dark',
  serviceWorkers: 'block',
}

export async function openTab(browser: Browser, { device = 'desk', ...options }: TabOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ ...settled, ...devices[device], ...options })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const faults: string[] = []
  let loads = 0
  page.on('load', () => (loads += 1))
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isAboutTheNetwork(message.text())) faults.push(`logged: ${message.text()}`)
  })
  const parsed = await watchWire(page, (fault) => faults.push(`wire: ${fault}`))
  await page.exposeFunction('reportViolation', (what: string) => faults.push(`policy: ${what}`))
  await page.addInitScript({ content: watchPolicy })
  return {
    page,
    faults,
    allFaults: async () => (await parsed(), faults),
    loads: () => loads,
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** Runs in the page. */
const watchPolicy = `document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  window.reportViolation(effectiveDirective + ' ' + blockedURI)
})`

function isAboutTheNetwork(text: string): boolean {
  return text.startsWith('Failed to load resource') || text.startsWith('WebSocket connection to')
}

/** A login link, as `orrery login` makes it. */
export async function makeLink(service: Service): Promise<string> {
  const { json, text } = await service.call('POST /api/system/login-links', { token: service.token })
  if (typeof json.url !== 'string') throw new Error(`no login link: ${text}`)
  return json.url
}

/** Signs the tab in by a link of its own and opens a view of the page. */
export async function signIn({ page }: Tab, service: Service, path: string = '/board'): Promise<void> {
  const { hash } = new URL(await makeLink(service))
  await page.goto(service.url + path + hash)
  await page.getByText('This browser is signed in.').waitFor()
  await liveDot(page, 'live').waitFor()
}

export function liveDot(page: Page, state: 'live' | 'reconnecting' | 'offline' | 'resting'): Locator {
  return page.locator(`[data-live="${state}"]`)
}

export function cardOf(page: Page, id: string): Locator {
  return page.locator(`article[data-card="${id}"]`)
}

export type ColumnName = 'queued' | 'active' | 'review'

/**
 * The newest notice with these words. What was done may show before its notice comes, and only then can it be taken back:
 * until then the last notice, and the last Undo, are those of something else.
 */
export function noticeOf(page: Page, words: string): Locator {
  return page.locator('.toast', { hasText: words }).last()
}

export function undoOf(page: Page, words: string): Locator {
  return noticeOf(page, words).getByRole('button', { name: 'Undo' })
}

/** The card, once it stands in this column. */
export function cardIn(page: Page, column: ColumnName, id: string): Locator {
  return page.locator(`#column-${column} article[data-card="${id}"]`)
}
