// Cards of all kinds by one name, so that they stand in one list: each kind puts a prefix before its ids.

export type CardKey = string

type Prefixed = { readonly prefix: string }
export type CardRef<K> = { readonly kind: K; readonly id: string }

/** One kind may have an empty prefix; its ids never begin with that of another. Null for a key of none of them. */
export function readKey<K extends Prefixed>(kinds: readonly K[], key: CardKey): CardRef<K> | null {
  let best: K | null = null
  for (const kind of kinds) {
    if (key.startsWith(kind.prefix) && (best === null || kind.prefix.length > best.prefix.length)) best = kind
  }
  return best === null ? null : { kind: best, id: key.slice(best.prefix.length) }
}
