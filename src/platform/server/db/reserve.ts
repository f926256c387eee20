// A reserve on the home's disk. When the disk is full it is given up, so that what happened to agents can still
// be committed, and taken again once there is room.
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { privateFileMode, writeWholeSync } from '../files/write-atomic.ts'

/** Some thousand events, in the pages that SQLite writes for them. */
export const reserveBytes = 2 * 1024 * 1024

/** On a disk with less room than this beside it, a reserve would itself be what fills the disk. */
const neededBytes = 4 * reserveBytes

export interface Reserve {
  /** False when there was none to give up. */
  giveUp(): boolean
  /** Whether it was given up and not taken again. */
  isGivenUp(): boolean
  /** Takes it where there is room for it. Never throws; may be called again. */
  take(): void
}

export function createReserve(path: string): Reserve {
  let isGivenUp = false
  return {
    giveUp() {
      const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined
      rmSync(path, { force: true })
      isGivenUp ||= isThere
      return isThere
    },
    isGivenUp: () => isGivenUp,
    take() {
      if (hasReserve(path) || (hasRoom(path) && write(path))) isGivenUp = false
    },
  }
}

function hasReserve(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === reserveBytes
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize >= neededBytes
  } catch {
    // No folder, no room.
    return false
  }
}

/** Random bytes: a file system that compresses would keep no room for zeros. */
function write(path: string): boolean {
  try {
    rmSync(path, { force: true })
    const file = openSync(path, 'wx', privateFileMode)
    try {
      writeWholeSync(file, randomBytes(reserveBytes))
    } finally {
      closeSync(file)
    }
    return true
  } catch {
    // The disk filled up meanwhile. Half a reserve is none.
    rmSync(path, { force: true })
    return false
  }
}
