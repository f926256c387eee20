// Texts made short, without the half characters that a cut may leave and no store keeps.

/** At most `limit` UTF-16 units, the last of which is … where something was cut away. */
export function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${cutText(text, limit - 1)}…`
}

/** At most `limit` UTF-16 units, never half of a surrogate pair. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}

/** One line of at most `limit` UTF-16 units, for a reason beside a name: white space in a row becomes one blank. */
export function oneLine(text: string, limit: number): string {
  return shortened(text.replaceAll(/\s+/g, ' ').trim(), limit).toWellFormed()
}
