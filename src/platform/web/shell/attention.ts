// Tells of what needs a person where the page is not looked at: the tab's title and icon.

/** A storm of changes asks for four titles a second. */
const titlePauseMs = 250
/** Of an icon a browser makes a document, 2 to 3 ms of the page's time: the title beside it has told the number already. */
const iconPauseMs = 2000
/** A browser that has no rest for so long is given them amid its work. */
const longestWaitMs = 1000

let wanted = { count: 0, page: '' }
const title = later(titlePauseMs, showTitle)
const icon = later(iconPauseMs, showIcon)

/**
 * The page's title with the count before it; the icon gets a mark while the count is above nothing. Another page is named
 * at once, another count a moment later.
 */
export function showAttention(count: number, page: string): void {
  const isOtherPage = page !== wanted.page
  wanted = { count, page }
  for (const part of [title, icon]) {
    if (isOtherPage) part.now()
    else part.soon()
  }
}

/** For a page that names itself. */
export function leaveAttention(): void {
  for (const part of [title, icon]) part.never()
  wanted = { count: 0, page: '' }
}

/**
 * After a pause, and then once the browser has nothing to draw: what waits costs it as much as a card that moves. A tab in
 * the background draws nothing, and there title and icon are all that is seen.
 */
function later(pauseMs: number, show: () => void) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const never = (): void => {
    clearTimeout(waiting)
    waiting = undefined
  }
  const now = (): void => {
    never()
    show()
  }
  // Unless it was shown or left meanwhile.
  const atRest = (): void => {
    if (waiting !== undefined) now()
  }
  const waitForRest = (): void => {
    if (!isHidden() && 'requestIdleCallback' in globalThis) requestIdleCallback(atRest, { timeout: longestWaitMs })
    else now()
  }
  const soon = (): void => void (waiting ??= setTimeout(waitForRest, isHidden() ? titlePauseMs : pauseMs))
  return { now, soon, never }
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden'
}

function showTitle(): void {
  const { count, page } = wanted
  // On the icon of the installed page; a browser may refuse it, which is no fault of ours.
  void (count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count))?.catch(() => null)
  document.title = count === 0 ? `${page} · Orrery` : `(${count}) ${page} · Orrery`
}

function showIcon(): void {
  const { count } = wanted
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const href = count === 0 ? quietIcon : `data:image/svg+xml,${encodeURIComponent(markedIcon(count))}`
  if (link !== null && link.getAttribute('href') !== href) link.setAttribute('href', href)
}

const quietIcon = '/favicon.svg'
/** Two digits are all that fits. */
const mostShown = 99

function markedIcon(count: number): string {
  const { brass, wait, ink } = readColours()
  const text = count > mostShown ? '99' : String(count)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g fill="none" stroke="${brass}" stroke-width="1.5">` +
    `<circle cx="10" cy="10" r="9" opacity=".6"/><circle cx="10" cy="10" r="2.6" fill="${brass}" stroke="none"/></g>` +
    `<rect x="7" y="9" width="17" height="15" rx="4" fill="${wait}"/>` +
    `<text x="15.5" y="20.5" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="12" fill="${ink}">${text}</text></svg>`
  )
}

type Colours = { readonly brass: string; readonly wait: string; readonly ink: string }
let known: Colours | null = null

/**
 * Colours come from the tokens, so that they stand in one file; they are the same in every theme. Read once, since asking
 * makes the browser settle the styles of the whole board: a third of the script of each change.
 */
function readColours(): Colours {
  if (known !== null) return known
  const style = getComputedStyle(document.documentElement)
  const colours = {
    brass: style.getPropertyValue('--icon-brass'),
    wait: style.getPropertyValue('--icon-wait'),
    ink: style.getPropertyValue('--icon-ink'),
  }
  // Empty while the styles are not there yet.
  if (colours.brass !== '') known = colours
  return colours
}
