// For tests: an address with a history, in the browser's place.

type Entry = { readonly url: URL; readonly state: unknown }

/** Puts `location` and `history` into the global scope, at `path`. */
export function openAddress(path: string): { readonly length: () => number; readonly href: () => string } {
  const at = (url: string, base?: URL): URL => new URL(url, base ?? 'http://orrery.test')
  const entries: Entry[] = [{ url: at(path), state: null }]
  const last = (): Entry => entries.at(-1) ?? { url: at('/'), state: null }
  const entry = (state: unknown, url: string): Entry => ({ state, url: at(url, last().url) })
  let onPop: (() => void)[] = []
  /** What waits for a step back hears of it once. */
  const goBack = (steps: number): void => {
    entries.splice(-steps, steps)
    const heard = onPop
    onPop = []
    for (const listener of heard) listener()
  }
  Object.assign(globalThis, {
    addEventListener: (_type: string, listener: () => void) => void onPop.push(listener),
    location: {
      get pathname() {
        return last().url.pathname
      },
      get search() {
        return last().url.search
      },
    },
    history: {
      get state() {
        return last().state
      },
      pushState: (state: unknown, _title: string, url: string) => void entries.push(entry(state, url)),
      replaceState: (state: unknown, _title: string, url: string) => void entries.splice(-1, 1, entry(state, url)),
      back: () => goBack(1),
      go: (steps: number) => goBack(-steps),
    },
  })
  return { length: () => entries.length, href: () => `${last().url.pathname}${last().url.search}` }
}
