// Amounts as people type them.

const factors = { '': 1, k: 1000, M: 1_000_000, G: 1_000_000_000 } as const

/** `55`, `$2.50`, `500k`, `3M`; null for what is no number above 0. */
export function readAmount(text: string): number | null {
  const found = /^\$?(?<amount>\d{1,12}(?:\.\d{1,6})?) ?(?<unit>[kMG]?)$/.exec(text.trim())?.groups
  const unit = found?.unit ?? ''
  const factor = unit === 'k' || unit === 'M' || unit === 'G' ? factors[unit] : 1
  const amount = Number(found?.amount) * factor
  return amount > 0 ? amount : null
}
