// The address of a session's replay, and of a moment in it.

/** The address pattern of a replay, a page without the bars of the others. */
export const replayPath = '/sessions/:id/replay'

/** A moment: seconds since the recording began, a time of day, or the first change of a file. */
export type ReplayMoment = { readonly t: number } | { readonly at: string } | { readonly file: string }

export function hrefOfReplay(id: string, moment: ReplayMoment | null = null): string {
  const path = `/sessions/${encodeURIComponent(id)}/replay`
  if (moment === null) return path
  const [[name, value] = ['', '']] = Object.entries(moment)
  return `${path}?${new URLSearchParams({ [name]: String(value) }).toString()}`
}
