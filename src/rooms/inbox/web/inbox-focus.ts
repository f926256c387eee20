// Where the focus stands among the rows of the inbox, and where it goes when one of them leaves.

const linesIn = (place: HTMLElement | null): HTMLElement[] => [...(place?.querySelectorAll<HTMLElement>('.line') ?? [])]

const currentIn = (lines: readonly HTMLElement[]): number =>
  lines.findIndex((line) => line.closest('.item')?.contains(document.activeElement) === true)

/** The row of the group; the first one without it. */
export function focusLine(place: HTMLElement | null, group: string | null): void {
  const lines = linesIn(place)
  const wanted = lines.find((line) => line.closest('.item')?.getAttribute('data-group') === group)
  const isInside = place?.contains(document.activeElement) === true
  if (wanted !== undefined || !isInside) (wanted ?? lines[0])?.focus()
}

export function stepLine(place: HTMLElement | null, by: 1 | -1): void {
  const lines = linesIn(place)
  const next = lines[Math.min(Math.max(currentIn(lines) + by, 0), lines.length - 1)]
  next?.focus()
}

/** Runs what takes the row away; the one that takes its place gets the focus. */
export function keepPlace(place: HTMLElement | null, run: () => void): void {
  const at = Math.max(currentIn(linesIn(place)), 0)
  run()
  requestAnimationFrame(() => {
    const lines = linesIn(place)
    const next = lines[Math.min(at, lines.length - 1)] ?? place?.querySelector<HTMLElement>('button, a')
    next?.focus()
  })
}
