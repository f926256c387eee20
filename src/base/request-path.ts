// Compares request paths by what they name, not by how they are spelled.

/**
 * The segments that a request target names: query and fragment cut, percent-encoding decoded once, empty and dot
 * segments resolved. `//api/%76ault/` and `/api/x/../vault` both give `api`, `vault`. Letter case is kept. A target
 * that can't be decoded gives its segments as sent.
 */
export function pathSegments(target: string): string[] {
  const path = target.split(/[?#]/, 1)[0] ?? ''
  const segments: string[] = []
  for (const segment of decoded(path).split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') segments.pop()
    else segments.push(segment)
  }
  return segments
}

/** Whether `segments` lie at or under `prefix`, on a segment boundary. */
export function liesUnder(segments: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((segment, index) => segments[index] === segment)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}
