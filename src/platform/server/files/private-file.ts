// Opens files of the service's home: for their owner alone, regular files only, never through a symbolic link.
import { isMissing } from './missing.ts'
import { closeSync, constants, fchmodSync, fstatSync, openSync, readFileSync, writeSync, type Stats } from 'node:fs'
import { privateFileMode } from './write-atomic.ts'

/** Without NONBLOCK a named pipe put in a file's place would hang the service. */
const safely = constants.O_NOFOLLOW | constants.O_NONBLOCK

/** The file's text, or null when there is none. Throws for a symbolic link (ELOOP) and for what is no regular file. */
export function readPrivateFile(path: string): string | null {
  const file = openExisting(path)
  if (file === null) return null
  try {
    assertRegular(file, path)
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

/** Appends in one write, so that lines of several processes do not mix. Creates the file 0600; throws as above. */
export function appendPrivateFile(path: string, data: string | Uint8Array): void {
  const file = openPrivateAppend(path)
  try {
    appendTo(file, data)
  } finally {
    closeSync(file)
  }
}

/** In one write. Throws where the disk took a part of it alone, which no error tells of. */
export function appendTo(file: number, data: string | Uint8Array): void {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  if (writeSync(file, bytes) < bytes.length)
    throw Object.assign(new Error('The disk took a part of what was written alone.'), { code: 'ENOSPC' })
}

/** A file that is appended to often, held open: who opens it closes it. Creates it 0600; throws as above. */
export function openPrivateAppend(path: string): number {
  return openPrivately(path, constants.O_WRONLY | constants.O_APPEND)
}

/** As above, for one whose end is read as well. */
export function openPrivateLog(path: string): number {
  return openPrivately(path, constants.O_RDWR | constants.O_APPEND)
}

/** Makes sure that the file exists with mode 0600, whatever the umask: for files that a library opens by itself. */
export function ensurePrivateFile(path: string): void {
  closeSync(openPrivately(path, constants.O_RDONLY))
}

function openPrivately(path: string, flags: number): number {
  const file = openSync(path, flags | constants.O_CREAT | safely, privateFileMode)
  try {
    const { mode } = assertRegular(file, path)
    if ((mode & 0o777) !== privateFileMode) fchmodSync(file, privateFileMode)
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function openExisting(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | safely)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function assertRegular(file: number, path: string): Stats {
  const found = fstatSync(file)
  if (!found.isFile()) throw new Error(`${path} is not a regular file`)
  return found
}
