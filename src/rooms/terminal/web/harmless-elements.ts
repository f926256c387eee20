// Lets the emulator style itself under a policy that allows no inline styles: through the CSSOM, which the policy allows.

/** How many emulators are open: while there is one, new `style` and `span` elements of the page are harmless. */
let users = 0

/**
 * The emulator writes the text of `style` elements and the `style` attribute of spans. From here on such elements take both
 * by other ways: rules go to a constructed sheet, attributes to the element's own declarations. Answers how to end it.
 */
export function allowEmulatorStyles(page: Document): () => void {
  users += 1
  if (users === 1) page.createElement = (name: string) => harmless(page, plainElement(page, name))
  return () => {
    users -= 1
    if (users === 0) Reflect.deleteProperty(page, 'createElement')
  }
}

function plainElement(page: Document, name: string): HTMLElement {
  return Document.prototype.createElement.call(page, name)
}

function harmless(page: Document, element: HTMLElement): HTMLElement {
  if (element instanceof HTMLStyleElement) return sheetElement(page)
  if (element instanceof HTMLSpanElement) {
    element.setAttribute = (name, value) => {
      if (name === 'style') element.style.cssText = value
      else Element.prototype.setAttribute.call(element, name, value)
    }
  }
  return element
}

/** Stands where the `style` element would, since even an empty one is refused; its text becomes the rules of a sheet. */
function sheetElement(page: Document): HTMLElement {
  const element = plainElement(page, 'template')
  const sheet = new CSSStyleSheet()
  page.adoptedStyleSheets.push(sheet)
  Object.defineProperty(element, 'textContent', {
    set(rules: string) {
      sheet.replaceSync(rules)
    },
  })
  element.remove = () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet)
    Element.prototype.remove.call(element)
  }
  return element
}
