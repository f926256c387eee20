// How a value of a request stands in a sentence that a person reads.

/** Ids and names of ours are shorter. */
const longestShown = 80

/** A plain word as it is; anything else in quotation marks, on one line and cut to a readable length. */
export function shown(value: string): string {
  if (/^[\w.-]{1,80}$/.test(value)) return value
  const cut = value.length > longestShown ? `${value.slice(0, longestShown)}…` : value
  return JSON.stringify(cut.toWellFormed())
}
