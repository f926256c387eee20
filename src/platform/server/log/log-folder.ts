// Where the service's log lies in its home, in which files, and in which order: the service writes them, readers page them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing } from '../files/missing.ts'

/** The file that is written to. Full, it gets a number and a new one begins. */
export const currentLogName = 'service.log'

/** The folder of the log, apart from `logs/`, which is what agents wrote. */
export const logFolder = (home: string): string => join(home, 'service-log')

/** The name of a full file: `service-000012.log`. */
export const numberedLogName = (number: number): string => `service-${String(number).padStart(6, '0')}.log`

const numberedName = /^service-(?<number>\d{6,12})\.log$/

/** A file of the log. Its number stays when the file is renamed, so that a place in it stays one. */
export type LogSegment = { readonly number: number; readonly path: string }

/** The files of the log from the oldest to the one that is written to, which may not be there yet. */
export function logParts(folder: string): LogSegment[] {
  const numbers = namesIn(folder)
    .map((name) => Number(numberedName.exec(name)?.groups?.number ?? Number.NaN))
    .filter((number) => Number.isSafeInteger(number))
    .toSorted((one, other) => one - other)
  const full = numbers.map((number) => ({ number, path: join(folder, numberedLogName(number)) }))
  return [...full, { number: (numbers.at(-1) ?? 0) + 1, path: join(folder, currentLogName) }]
}

/** The one that is written to. */
export function lastPart(parts: readonly LogSegment[]): LogSegment {
  const last = parts.at(-1)
  if (last === undefined) throw new Error('a log has no files, not even one that may come')
  return last
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
