// What following a repository's files is given, where it keeps what it knows, and its bounds.
import type { Environment } from '../config/environment.ts'

/** What is followed, and no more. */
export type FollowLimits = {
  /** A repository with more is too large. */
  readonly mostFiles: number
  /** All files of it together. */
  readonly mostBytes: number
  /** A longer file is not followed. */
  readonly longestFileBytes: number
  /** More files that differ are too many. */
  readonly mostChanges: number
  /** Of versions that were seen since the start; then they are begun anew. */
  readonly mostKeptBytes: number
  readonly startLimitMs: number
  readonly lookLimitMs: number
}

/** For a repository of an afternoon's `git clone`, on a machine that does other things. */
export const followLimits: FollowLimits = {
  mostFiles: 20_000,
  mostBytes: 256 * 1024 * 1024,
  longestFileBytes: 4 * 1024 * 1024,
  mostChanges: 2000,
  mostKeptBytes: 128 * 1024 * 1024,
  startLimitMs: 30_000,
  lookLimitMs: 10_000,
}

export type FollowParts = {
  /** Of our own, for this one start; made when it is needed. */
  readonly folder: string
  /** What is not followed though it may lie in the repository: the service's home. */
  readonly ownHome: string
  readonly environment: Environment
  readonly limits: FollowLimits
}

export type FollowPaths = {
  readonly folder: string
  readonly index: string
  readonly startIndex: string
  /** What the start had and the repository's own objects lack. */
  readonly startObjects: string
  /** What was seen since. */
  readonly objects: string
}
