// What another app shared with this one, as it arrives in the address (`share_target` of the manifest): the text of a brief.

/** Names of the parameters in the address. */
export const sharedParameters = ['share_title', 'share_text', 'share_url'] as const

/** Longer than anything that somebody shares on purpose; a brief may be longer still. */
const longest = 10_000

/** Title, text and address below each other, each once: apps put the address into the text as well. Empty: nothing was shared. */
export function sharedText(search: string): string {
  const given = new URLSearchParams(search)
  const parts = sharedParameters.map((name) => given.get(name)?.trim() ?? '')
  const kept = parts.filter((part, at) => part !== '' && !parts.some((other, from) => holds(other, part, from < at)))
  return kept.join('\n').slice(0, longest).trimEnd()
}

function holds(other: string, part: string, isBefore: boolean): boolean {
  return other.length > part.length ? other.includes(part) : isBefore && other === part
}

/** Behind what was being written, which stays. */
export function withShared(written: string, shared: string): string {
  if (written.includes(shared)) return written
  return written.trim() === '' ? shared : `${written.trimEnd()}\n\n${shared}`
}
