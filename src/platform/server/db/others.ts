// Other services that write to the same database, as a room hears of them.

/** What a room does when others changed what it holds in memory. */
export type RoomFollower = {
  /** These were changed or removed: they are to be read anew. Must not reject. */
  readonly hear: (ids: readonly string[]) => Promise<void>
  /** It is not known any more what was changed: all is to be read anew. Must not reject. */
  readonly missed: () => Promise<void>
}

export interface OtherWriters {
  /** The name of this service among those that share the database; null where it has it for itself. */
  readonly node: string | null
  /**
   * Told from now on what others commit with `news` of that room, in the order of the commits, the next when this is done. What
   * the room reads after this call it may be told of once more.
   */
  follow(room: string, follower: RoomFollower): void
}

/** Where one service has the database for itself. */
export const nobodyElse: OtherWriters = { node: null, follow() {} }
