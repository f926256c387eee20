// A moment of a replay as a person writes it: `80`, `1:20`, `1:02:03`.

/** Seconds since the recording began; null for text that is no moment. */
export function parseMoment(text: string): number | null {
  if (!/^\d+(:[0-5]?\d){0,2}(\.\d+)?$/.test(text)) return null
  return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}
