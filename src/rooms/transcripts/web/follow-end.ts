// Keeps the end of a list in sight while it grows, for whoever is there.

/** So near to its end, in pixels, somebody reads what comes. */
const nearEnd = 80

/** Told to the list when the page itself scrolls to something else: the end is left. */
const leaving = 'leave-end'

export function leaveEnd(box: HTMLElement): void {
  box.dispatchEvent(new Event(leaving))
}

/** From now on until the answer is called. It begins at the end. */
export function followEnd(box: HTMLElement): () => void {
  let isAtEnd = true
  const goToEnd = (): void => {
    if (isAtEnd) box.scrollTop = box.scrollHeight
  }
  const look = (): void => {
    isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
  }
  // What a person does moves it away from the end; what is drawn anew does not.
  const soon = (): void => void requestAnimationFrame(look)
  const acts = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointerup'] as const
  const leave = (): void => void (isAtEnd = false)
  for (const act of acts) box.addEventListener(act, soon, { passive: true })
  box.addEventListener(leaving, leave)
  const sizes = new ResizeObserver(goToEnd)
  if (box.firstElementChild !== null) sizes.observe(box.firstElementChild)
  goToEnd()
  return () => {
    sizes.disconnect()
    box.removeEventListener(leaving, leave)
    for (const act of acts) box.removeEventListener(act, soon)
  }
}
