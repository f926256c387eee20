// Tells of what needs a person where the page is not looked at: the tab's title and icon.

/** The page's title with the count before it; the icon gets a mark while the count is above nothing. */
export function showAttention(count: number, page: string): void {
  document.title = count === 0 ? `${page} · Orrery` : `(${count}) ${page} · Orrery`
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const href = count === 0 ? quietIcon : `data:image/svg+xml,${encodeURIComponent(markedIcon(count))}`
  if (icon !== null && icon.getAttribute('href') !== href) icon.setAttribute('href', href)
}

const quietIcon = '/favicon.svg'
/** Two digits are all that fits. */
const mostShown = 99

/** Colours come from the tokens, so that they stand in one file. */
function markedIcon(count: number): string {
  const style = getComputedStyle(document.documentElement)
  const brass = style.getPropertyValue('--icon-brass')
  const wait = style.getPropertyValue('--icon-wait')
  const ink = style.getPropertyValue('--icon-ink')
  const text = count > mostShown ? '99' : String(count)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g fill="none" stroke="${brass}" stroke-width="1.5">` +
    `<circle cx="10" cy="10" r="9" opacity=".6"/><circle cx="10" cy="10" r="2.6" fill="${brass}" stroke="none"/></g>` +
    `<rect x="7" y="9" width="17" height="15" rx="4" fill="${wait}"/>` +
    `<text x="15.5" y="20.5" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="12" fill="${ink}">${text}</text></svg>`
  )
}
