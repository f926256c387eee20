// A token as the colour that it has now, for what is drawn by script and knows no CSS.

/** Below `host`, whose theme counts; in whichever notation the browser answers. */
export function tokenColour(host: HTMLElement, token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  host.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
