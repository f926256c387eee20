// A question about the browser's window or its devices, asked when somebody first wants to know.

export type Media = {
  readonly matches: () => boolean
  /** Hears each change, until the answer is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/** `query` as in CSS. `match` is for tests. */
export function watchMedia(
  query: string,
  match: (query: string) => Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'> = (text) =>
    globalThis.matchMedia(text),
): Media {
  let list: ReturnType<typeof match> | null = null
  const asked = () => (list ??= match(query))
  return {
    matches: () => asked().matches,
    subscribe(listener) {
      asked().addEventListener('change', listener)
      return () => asked().removeEventListener('change', listener)
    },
  }
}
