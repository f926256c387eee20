// Order statistics: the machine's noise only ever adds, so that means say little.

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** `share` from 0 (the smallest) to 1 (the largest), with linear interpolation. Throws without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = share * (sorted.length - 1)
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) throw new Error('no values were measured')
  return below + (above - below) * (position - Math.floor(position))
}
