// How much lines of the log matter, for code that must not load the schemas.
import type { LogLevel } from '../contract.ts'

/** Rising. */
export const levelsInOrder: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

/** Whether a line of `level` is to be shown where `least` is the least. */
export function isShown(level: LogLevel, least: LogLevel): boolean {
  return levelsInOrder.indexOf(level) >= levelsInOrder.indexOf(least)
}
