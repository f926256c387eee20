// How much room a disk has, in the words of doctor: below the first the database may soon not grow, below the second
// logs and backups will not.
import type { RoomLevel } from '../contract.ts'

const megabyte = 1024 * 1024
export const scarceBytes = 100 * megabyte
export const tightBytes = 1024 * megabyte

export function roomLevel(freeBytes: number): RoomLevel {
  if (freeBytes < scarceBytes) return 'fail'
  return freeBytes < tightBytes ? 'warn' : 'ok'
}
