// For tests of page logic that hangs on elements and events: as much of a page as drags touch, and styles that load as nothing.
import { registerHooks } from 'node:module'

/** Style sheets are the browser's. Before the module that imports one is imported itself. */
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.css') ? { format: 'module', source: '', shortCircuit: true } : next(url, context),
})

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** An element with a box; `controls` are selectors' words that it answers to, as `button`. */
export class FakeElement extends EventTarget {
  readonly dataset: Record<string, string> = {}
  readonly style: Record<string, string> = {}
  readonly classes = new Set<string>()
  readonly children: FakeElement[] = []
  readonly captured = new Set<number>()
  parent: FakeElement | null = null
  box: Box = { left: 0, top: 0, width: 100, height: 40 }
  isControl = false
  scrollTop = 0
  hidden = false
  textContent = ''
  readonly classList = {
    add: (name: string) => void this.classes.add(name),
    remove: (name: string) => void this.classes.delete(name),
    toggle: (name: string, isOn: boolean) => void (isOn ? this.classes.add(name) : this.classes.delete(name)),
  }

  append(...elements: readonly FakeElement[]): void {
    for (const element of elements) {
      element.parent = this
      this.children.push(element)
    }
  }
  remove(): void {
    const siblings = this.parent?.children ?? []
    siblings.splice(siblings.indexOf(this), 1)
    this.parent = null
  }
  closest(selector: string): FakeElement | null {
    const isMeant =
      selector === '[data-key]'
        ? this.dataset.key !== undefined
        : selector === '[data-scroller]'
          ? this.dataset.scroller !== undefined
          : this.isControl
    return isMeant ? this : (this.parent?.closest(selector) ?? null)
  }
  querySelector(): FakeElement | null {
    return null
  }
  cloneNode(): FakeElement {
    return new FakeElement()
  }
  setAttribute(): void {}
  removeAttribute(): void {}
  getBoundingClientRect() {
    const { left, top, width, height } = this.box
    return { left, top, width, height, right: left + width, bottom: top + height }
  }
  setPointerCapture(id: number): void {
    this.captured.add(id)
  }
  releasePointerCapture(id: number): void {
    this.captured.delete(id)
  }
  hasPointerCapture(id: number): boolean {
    return this.captured.has(id)
  }
}

class FakeDocument extends EventTarget {
  readonly body = new FakeElement()
  /** Lists that scroll. */
  readonly scrollers: FakeElement[] = []
  createElement(): FakeElement {
    return new FakeElement()
  }
  querySelectorAll(): readonly FakeElement[] {
    return this.scrollers
  }
}

export type FakePage = {
  readonly document: FakeDocument
  /** Draws a frame at that time. */
  readonly frame: (nowMs: number) => void
  /** An event with fields, at an element or at the document, which hears what nobody stops; answers whether it was prevented. */
  readonly happen: (type: string, fields?: object, at?: FakeElement | null) => boolean
}

/** Puts a page into the global scope. */
export function openFakePage(): FakePage {
  const document = new FakeDocument()
  let frames: ((nowMs: number) => void)[] = []
  Object.assign(globalThis, {
    document,
    Element: FakeElement,
    HTMLElement: FakeElement,
    getSelection: () => ({ removeAllRanges() {} }),
    requestAnimationFrame: (callback: (nowMs: number) => void) => frames.push(callback),
  })
  return {
    document,
    frame(nowMs) {
      const due = frames
      frames = []
      for (const callback of due) callback(nowMs)
    },
    happen(type, fields = {}, at = null) {
      const event = new Event(type, { cancelable: true })
      const own = { ...fields, ...(at === null ? {} : { target: at }) }
      for (const [name, value] of Object.entries(own)) Object.defineProperty(event, name, { value })
      for (let host: FakeElement | null = at; host !== null; host = host.parent) {
        const copy = Object.assign(event, {})
        host.dispatchEvent(copy)
      }
      document.dispatchEvent(event)
      return event.defaultPrevented
    },
  }
}
