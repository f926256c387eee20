// Finds the command in a hint, so that it can be copied without the words around it.

/** In backticks, or from `openclaw` or `orrery` to the end of the sentence; null when there is none. */
export function commandIn(hint: string): string | null {
  const quoted = /`([^`]+)`/.exec(hint)?.[1]
  if (quoted !== undefined) return quoted
  return /\b(?:openclaw|orrery) \S.*?(?=[.;,]?(?:\s*$|[.;]\s))/s.exec(hint)?.[0] ?? null
}
