// The set-up of a journey: a home, its service, one browser for the whole file and a tab that is signed in.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, type SuiteContext, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, openTab, signIn, type Tab, type TabOptions } from './browser.ts'
import { makeHome, type TestHome, type Variables } from './home.ts'
import { startService, type Service } from './service.ts'

/** Disposes of a value with the journey: what was made last goes first. */
export type Keep = <T extends AsyncDisposable>(value: T) => T

export type PlaceOptions = {
  /** Written as config.json. */
  readonly config?: object
  /** Of the service, on top of the home's own. A function first makes what the service is to find. */
  readonly env?: Variables | ((home: TestHome, keep: Keep) => Promise<Variables>)
}

/** A service on a home of its own. */
export type Place = {
  readonly home: TestHome
  readonly service: Service
  /** What the service was started with, on top of the home's environment. */
  readonly variables: Variables
}

export type JourneyOptions = PlaceOptions & {
  /** Null: no tab is opened; the tests open theirs. Default: desk. */
  readonly device?: TabOptions['device'] | null
  /** Further options of the tab. */
  readonly tab?: Omit<TabOptions, 'device'>
  /** The view at which the tab signs in. */
  readonly path?: string
  /**
   * Of all its tabs that ask for nothing else. Default: reduce, since a browser without a graphics card draws each frame of what
   * turns with the processor. A journey about what flies and turns says `no-preference`.
   */
  readonly motion?: 'reduce' | 'no-preference'
}

/**
 * Opens a journey before the tests of a file and disposes of it after them. What fails to open takes along what was
 * opened before it. After each test no tab may have a fault. A test that fails ends the journey: those that follow stand on what
 * it did, and each would wait its two minutes in vain. What a file sets up itself goes into `at.prepare(…)`: node:test
 * starts the `before` hooks of a file side by side.
 */
export function journey(options: JourneyOptions = {}): Journey {
  const at = new Journey(options)
  let hasFailed = false
  before(() => at.open())
  beforeEach(() => {
    if (hasFailed) throw new Error('not tried, since a test before it failed')
  })
  afterEach(async (context) => {
    hasFailed ||= 'passed' in context && !context.passed
    await at.tellTabs(context)
    await at.checkTabs()
  })
  after(() => at[Symbol.asyncDispose]())
  return at
}

/** What the tests of a file share; its parts are there from `before` on. */
export class Journey implements Place, AsyncDisposable {
  home!: TestHome
  service!: Service
  variables!: Variables
  browser!: Browser
  tab!: Tab
  readonly #options: JourneyOptions
  #opening: Promise<void> | null = null
  readonly #opened = new AsyncDisposableStack()
  /** Each tab with the faults that a test was told of. */
  readonly #tabs = new Map<Tab, number>()
  /** What tabs showed that a test closed. */
  #shown: string[] = []

  constructor(options: JourneyOptions) {
    this.#options = options
  }

  get page(): Page {
    return this.tab.page
  }

  /** Runs before the tests, once the journey is open. */
  prepare(act: () => unknown): void {
    before(async () => {
      await this.open()
      await act()
    })
  }

  open(): Promise<void> {
    this.#opening ??= this.#openOrDispose()
    return this.#opening
  }

  async #openOrDispose(): Promise<void> {
    try {
      await this.#open(this.#options)
    } catch (error) {
      // A service that is left running would keep the test's process alive until its time limit.
      await this.#opened.disposeAsync()
      throw error
    }
  }

  async #open({ device = 'desk', tab, path, ...place }: JourneyOptions): Promise<void> {
    const [{ home, service, variables }, browser] = await bothOf(
      this.openPlace(place),
      openBrowser().then((opened) => this.#opened.use(opened)),
    )
    Object.assign(this, { home, service, variables, browser })
    if (device === null) return
    this.tab = await this.openTab({ device, ...tab })
    await signIn(this.tab, service, path)
  }

  /** A further tab. Its faults fail the test, as those of the first do. */
  async openTab(options: TabOptions = {}): Promise<Tab> {
    const { motion = 'reduce' } = this.#options
    const opened = await openTab(this.browser, { reducedMotion: motion, ...options })
    const close = async (): Promise<void> => {
      this.#shown.push(await shownIn(opened))
      await opened[Symbol.asyncDispose]()
    }
    const tab: Tab = { ...opened, [Symbol.asyncDispose]: close }
    this.#tabs.set(tab, 0)
    return tab
  }

  /** A further service on a home of its own, which ends with the journey. */
  async openPlace({ config, env = {} }: PlaceOptions = {}): Promise<Place> {
    const home = this.#opened.use(await makeHome())
    if (config !== undefined) {
      await mkdir(home.home, { mode: 0o700 })
      await writeFile(join(home.home, 'config.json'), JSON.stringify(config), { mode: 0o600 })
    }
    const variables = typeof env === 'function' ? await env(home, (value) => this.#opened.use(value)) : env
    return { home, variables, service: this.#opened.use(await startService(home, { env: variables })) }
  }

  /** Starts the service on its home and port again, after a test ended it. */
  async startAgain(): Promise<void> {
    const env = { ...this.variables, PORT: String(this.service.port) }
    this.service = this.#opened.use(await startService(this.home, { env }))
  }

  /** After a failure, what its tabs showed: the machine that it failed on may be far away. */
  async tellTabs(context: TestContext | SuiteContext): Promise<void> {
    const closed = this.#shown.splice(0)
    if (!('passed' in context) || context.passed) return
    const open = [...this.#tabs.keys()].filter(({ page }) => !page.isClosed())
    for (const shown of [...closed, ...(await Promise.all(open.map(shownIn)))]) context.diagnostic(shown)
  }

  /** Fails with what went wrong in any tab since it was last asked. */
  async checkTabs(): Promise<void> {
    const fresh: string[] = []
    for (const [tab, told] of this.#tabs) {
      const faults = await tab.allFaults()
      fresh.push(...faults.slice(told))
      if (tab.page.isClosed()) this.#tabs.delete(tab)
      else this.#tabs.set(tab, faults.length)
    }
    assert.deepEqual(fresh, [])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync()
  }
}

/** Its address, what it shows by role and name, and what went wrong in it. */
async function shownIn({ page, faults }: Tab): Promise<string> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: tellMs })
    .catch((error: unknown) => `nothing: ${String(error).split('\n')[0]}`)
  return [`at ${page.url()}`, ...faults, shown.slice(0, mostTold)].join('\n')
}

const tellMs = 5000
/** In characters: the head of a page, and all of most. */
const mostTold = 6000

/** As Promise.all of two, but settled when both are: what one of them opened is known when the other one failed. */
async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return Promise.all([first, second])
}
