// Snapshots of the board on their way to viewers: one is shared by many, and those that nobody reads are bounded together.

/** Different snapshots that viewers still have to read; beyond it those who hold the oldest are let go. */
export const mostUnreadBytes = 32 * 1024 * 1024
/** A snapshot is good for so many frames after it, while these weigh little beside a new one. */
const mostFramesAfter = 60

export type SnapshotsParts<H> = {
  /** The whole state as a frame, as it stands now. */
  readonly make: () => Buffer
  /** Ends a viewer that has not read its snapshot. */
  readonly letGo: (holder: H) => void
}

export interface Snapshots<H> {
  /** The frames that bring a viewer up to now: a snapshot, and what changed since it was made. */
  take(holder: H): readonly Buffer[]
  /** The viewer has its snapshot, or is gone. May be called again. */
  release(holder: H): void
  /** Whether somebody may want the frames that follow: then each is to be given to `follow`. */
  isKept(): boolean
  follow(frame: Buffer): void
}

type Kept = { readonly snapshot: Buffer; readonly after: Buffer[]; afterBytes: number }

export function createSnapshots<H>({ make, letGo }: SnapshotsParts<H>): Snapshots<H> {
  /** Oldest first. */
  const holders = new Map<H, Buffer>()
  let kept: Kept | null = null

  function unreadBytes(): number {
    return new Set(holders.values()).values().reduce((total, { length }) => total + length, 0)
  }

  function makeRoom(newest: Buffer): void {
    if (unreadBytes() <= mostUnreadBytes) return
    for (const [holder, snapshot] of holders) {
      if (snapshot === newest) continue
      holders.delete(holder)
      letGo(holder)
      if (unreadBytes() <= mostUnreadBytes) return
    }
  }

  return {
    take(holder) {
      const isNew = kept === null
      kept ??= { snapshot: make(), after: [], afterBytes: 0 }
      holders.delete(holder)
      holders.set(holder, kept.snapshot)
      if (isNew) makeRoom(kept.snapshot)
      return [kept.snapshot, ...kept.after]
    },
    release: (holder) => void holders.delete(holder),
    isKept: () => kept !== null,
    follow(frame) {
      if (kept === null) return
      kept.after.push(frame)
      kept.afterBytes += frame.length
      if (kept.after.length > mostFramesAfter || kept.afterBytes * 4 > kept.snapshot.length) kept = null
    },
  }
}
