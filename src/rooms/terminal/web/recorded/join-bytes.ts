// Pieces of output as one.

const nothing = new Uint8Array(0)

/** One piece alone is not copied. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [first = nothing] = parts
  if (parts.length < 2) return first
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
