// Marks the one card that letting go would link to.

/** The answer moves the mark to another element, or takes it away (null). */
export function markLinkTarget(): (element: HTMLElement | null) => void {
  let marked: HTMLElement | null = null
  return (element) => {
    if (element === marked) return
    marked?.classList.remove('is-link-target')
    element?.classList.add('is-link-target')
    marked = element
  }
}
