// Writes whole files so that a crash leaves the old text or the new, never a torn one.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'

/** Every file in the service's home is for its owner alone. */
export const privateFileMode = 0o600

/**
 * Replaces `path` by a temporary file, fsync and rename. A symbolic link at `path` is replaced, never written through.
 * Throws what the file system throws; the old file then stands as it was.
 */
export async function writeAtomic(
  path: string,
  text: string | Iterable<string>,
  mode: number = privateFileMode,
): Promise<void> {
  const temporary = temporaryName(path)
  try {
    const file = await open(temporary, 'wx', mode)
    try {
      await file.chmod(mode)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** `writeAtomic` for the last write before the process ends. */
export function writeAtomicSync(path: string, text: string | Iterable<string>, mode: number = privateFileMode): void {
  const temporary = temporaryName(path)
  try {
    const file = openSync(temporary, 'wx', mode)
    try {
      for (const part of typeof text === 'string' ? [text] : text) writeWholeSync(file, Buffer.from(part))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** The system may take a part only, as it does on a disk that is nearly full. Throws what it says then. */
export function writeWholeSync(file: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from)
}

let written = 0

/**
 * Unique per process and write, in the same folder, so that the rename stays within one file system. What a killed process
 * leaves is known by this name, see left-overs.ts.
 */
export function temporaryName(path: string): string {
  written += 1
  return `${path}.${process.pid}.${written}.tmp`
}
