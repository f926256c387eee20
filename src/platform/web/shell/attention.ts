// Tells of what needs a person where the page is not looked at: the tab's title and icon.

/** Browsers take milliseconds for a new title, more than a card that moves: a storm of changes asks for four a second. */
const titlePauseMs = 250

let wanted = { count: 0, page: '' }
let waiting: ReturnType<typeof setTimeout> | undefined

/**
 * The page's title with the count before it; the icon gets a mark while the count is above nothing. Another page is named
 * at once, another count a moment later.
 */
export function showAttention(count: number, page: string): void {
  const isOtherPage = page !== wanted.page
  wanted = { count, page }
  if (isOtherPage) show()
  else waiting ??= setTimeout(show, titlePauseMs)
}

/** For a page that names itself. */
export function leaveAttention(): void {
  clearTimeout(waiting)
  waiting = undefined
  wanted = { count: 0, page: '' }
}

function show(): void {
  clearTimeout(waiting)
  waiting = undefined
  const { count, page } = wanted
  document.title = count === 0 ? `${page} · Orrery` : `(${count}) ${page} · Orrery`
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const href = count === 0 ? quietIcon : `data:image/svg+xml,${encodeURIComponent(markedIcon(count))}`
  if (icon !== null && icon.getAttribute('href') !== href) icon.setAttribute('href', href)
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
