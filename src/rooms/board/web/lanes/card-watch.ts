// Tells how high drawn cards are. New ones are measured before they are seen, later changes when the browser tells of them.
import type { CardKey } from '../../core/keys.ts'

/** In pixels. */
export type CardSize = { readonly key: CardKey; readonly height: number }

type Parts = {
  readonly isKnown: (key: CardKey) => boolean
  /** Asked once after the width may have changed: in columns of another width nothing that was measured holds. */
  readonly hasForgotten: () => boolean
}

/** A card that was drawn before is not asked: asking the browser for anything makes it lay the page out amid a change. */
export class CardWatch {
  readonly #drawn = new Set<HTMLElement>()
  #fresh = new Set<HTMLElement>()
  #isWidthDue = true
  #observer: ResizeObserver | null = null
  readonly #tell: (sizes: readonly CardSize[]) => void

  constructor(tell: (sizes: readonly CardSize[]) => void) {
    this.#tell = tell
  }

  /** From now on until the answer is called. */
  add(item: HTMLElement): () => void {
    const sizes = (this.#observer ??= new ResizeObserver((entries) => this.#tell(sizesOf(entries))))
    this.#drawn.add(item)
    this.#fresh.add(item)
    sizes.observe(item)
    return () => {
      this.#drawn.delete(item)
      this.#fresh.delete(item)
      sizes.unobserve(item)
    }
  }

  /** All drawn cards count as new. */
  measureAgain(): void {
    this.#isWidthDue = true
    this.#fresh = new Set(this.#drawn)
  }

  /** Those of new cards whose height is not known; null where there is no new card. To be asked after each change of the page. */
  takeFresh({ isKnown, hasForgotten }: Parts): readonly CardSize[] | null {
    if (this.#fresh.size === 0) return null
    const asked = this.#isWidthDue && hasForgotten() ? this.#drawn : this.#fresh
    this.#isWidthDue = false
    const unknown = [...asked].filter((item) => !isKnown(keyOf(item)))
    this.#fresh.clear()
    return unknown.map((item) => ({ key: keyOf(item), height: item.offsetHeight }))
  }
}

function sizesOf(entries: readonly ResizeObserverEntry[]): CardSize[] {
  return entries.flatMap(({ target, borderBoxSize: [box] }) =>
    target.isConnected && box !== undefined ? [{ key: keyOf(target), height: Math.round(box.blockSize) }] : [],
  )
}

function keyOf(item: Element): CardKey {
  return item.getAttribute('data-place') ?? ''
}
