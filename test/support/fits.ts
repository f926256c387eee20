// What does not fit a window, as expressions that run in the page and answer lines a person can act on.

/** Runs in the page: the document and its scrolling parts, where they are wider inside than outside. */
export const wideParts = `[document.scrollingElement, ...document.querySelectorAll('main, .scroll')]
  .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)
  .map((part) => part.tagName + '.' + part.className + ' ' + part.scrollWidth + ' in ' + part.clientWidth)`

/** Runs in the page: what can be pressed or typed into, where a part of it lies beside the window and cannot be scrolled to. */
export const cutParts = `[...document.querySelectorAll('button, a[href], input, textarea, select')]
  .filter((part) => {
    const { left, right, width, height } = part.getBoundingClientRect()
    if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || width < 2 || height < 2) return false
    if (left >= -1 && right <= innerWidth + 1) return false
    for (let above = part.parentElement; above !== null; above = above.parentElement)
      if (/auto|scroll/.test(getComputedStyle(above).overflowX) && above.scrollWidth > above.clientWidth) return false
    return true
  })
  .map((part) => 'cut off: ' + part.tagName + '.' + part.className + ' ' + (part.getAttribute('aria-label') ?? part.innerText))`

/**
 * Runs in the page: a finger is 44 px wide. What it means has that much room around its middle, or at least nothing else that can
 * be pressed (the rule of WCAG 2.5.8 with 44 px in the place of its 24). Links within a sentence are read and not aimed at.
 */
export const missedTargets = `[...document.querySelectorAll('button, a[href], input, select, summary, [role="tab"]')]
  .flatMap((part) => {
    if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
    const { left, top, width, height } = part.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (width < 2 || height < 2 || part.closest('p, dd, dt, td, .toast, .sr') || x < 22 || y < 22 || y > innerHeight - 22) return []
    const pressable = (side) => side?.closest('button, a[href], input, select, summary, label, [role="tab"]') ?? null
    const own = pressable(document.elementFromPoint(x, y))
    // Covered by something that stands over the page, or scrolled under it.
    if (own !== part) return []
    const at = (dx, dy) => pressable(document.elementFromPoint(x + dx, y + dy))
    const isOwn = (one) => one === part || part.contains(one) || (one?.contains(part) ?? false)
    // What it means may reach further than its box: a row that is all its link.
    const roomOf = (dx, dy) => {
      let room = 0
      while (room < 44 && isOwn(at(dx * (room + 1), dy * (room + 1)))) room += 1
      return room
    }
    const isWide = width >= 44 || roomOf(-1, 0) + roomOf(1, 0) >= 42
    const isHigh = height >= 44 || roomOf(0, -1) + roomOf(0, 1) >= 42
    const sides = [...(isWide ? [] : [[-21, 0], [21, 0]]), ...(isHigh ? [] : [[0, -21], [0, 21]])]
    // What is fixed to the window's edge comes near by scrolling alone.
    const others = sides.map(([dx, dy]) => at(dx, dy)).filter((one) => one !== null && !isOwn(one) && !one.closest('nav'))
    if (others.length === 0) return []
    const nameOf = (one) => one.tagName + '.' + one.className + ' ' + (one.getAttribute('aria-label') ?? one.innerText).slice(0, 40)
    return ['a finger on ' + nameOf(part) + ' (' + Math.round(width) + ' × ' + Math.round(height) + ') hits ' + nameOf(others[0])]
  })`
