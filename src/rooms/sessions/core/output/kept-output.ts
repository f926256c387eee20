// What the page keeps of a session's output while it follows it: the newest part, never more than it may.

export type KeptOutput = {
  readonly raw: string
  /** Earlier output is there that is not kept. */
  readonly isCut: boolean
}

/** Adds what came since; beyond `most` characters whole lines give way from the front, down to half of it. */
export function withMore({ raw, isCut }: KeptOutput, more: string, most: number): KeptOutput {
  const all = raw + more
  if (all.length <= most) return { raw: all, isCut }
  const half = all.length - Math.floor(most / 2)
  const lineEnd = all.indexOf('\n', half)
  return { raw: all.slice(lineEnd === -1 ? half : lineEnd + 1), isCut: true }
}

/** An answer that is as long as was asked for began somewhere within: its first line goes, unless it is the only one. */
export function firstPart(raw: string, isCut: boolean): KeptOutput {
  if (!isCut) return { raw, isCut }
  const lineEnd = raw.indexOf('\n')
  return { raw: lineEnd === -1 || lineEnd === raw.length - 1 ? raw : raw.slice(lineEnd + 1), isCut }
}
