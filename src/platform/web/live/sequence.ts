// Whether a frame continues what the page has, by its sequence number.

export type FrameVerdict = 'apply' | 'stale' | 'gap'
export type Numbered = { readonly type: 'snapshot' | 'changes'; readonly seq: number }

/**
 * `lastSeq` is null before the first snapshot; `isFirst` marks the first frame of a connection, with which the service
 * itself chose where to go on.
 */
export function judgeFrame(frame: Numbered, lastSeq: number | null, isFirst: boolean): FrameVerdict {
  if (frame.type === 'snapshot') return 'apply'
  if (lastSeq === null) return 'gap'
  if (frame.seq <= lastSeq) return 'stale'
  return isFirst || frame.seq === lastSeq + 1 ? 'apply' : 'gap'
}
