// A number that this browser remembers; without a storage it is as at first each time.

export type Remembered = { readonly read: () => number; readonly write: (value: number) => void }

/** `name` is unique in the page. */
export function createRemembered(name: string, first: number): Remembered {
  const key = `orrery.${name}`
  return {
    read() {
      try {
        const kept = Number(localStorage.getItem(key) ?? first)
        return Number.isFinite(kept) ? kept : first
      } catch {
        // Storage may be forbidden.
        return first
      }
    },
    write(value) {
      try {
        localStorage.setItem(key, String(value))
      } catch {
        // As above: it holds for as long as the page is open.
      }
    },
  }
}
