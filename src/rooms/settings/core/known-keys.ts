// Which settings are others than those that were known.

/** A digest of each value by its key. */
export type KnownKeys = Readonly<Record<string, string>>

/** New keys first, in the order of the file; then those that are gone. */
export function keysThatDiffer(before: KnownKeys, now: KnownKeys): string[] {
  return [...new Set([...Object.keys(now), ...Object.keys(before)])].filter((key) => before[key] !== now[key])
}
