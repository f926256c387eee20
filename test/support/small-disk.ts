// A disk of a few megabytes that a test can fill, where the machine lets us mount one.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Disposing unmounts it. */
export interface SmallDisk extends Disposable {
  readonly path: string
  /** Why there is none, or null. */
  readonly missing: string | null
  /** Takes all the room that is left. */
  readonly fill: () => void
  /** Gives back what `fill` took. */
  readonly empty: () => void
}

export type SmallDiskOptions = {
  /** As mount takes it: `2m`. */
  readonly size?: string
  /** Where to mount it: made when it is not there. Without it a new folder, gone with the disk. */
  readonly path?: string
}

export function smallDisk({ size = '256k', path }: SmallDiskOptions = {}): SmallDisk {
  const folder = path ?? mkdtempSync(join(tmpdir(), 'orrery-disk-'))
  mkdirSync(folder, { recursive: true })
  const filler = join(folder, 'filler')
  const missing = mount(folder, size)
  return {
    path: folder,
    missing,
    fill: () => fill(filler),
    empty: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      // Lazily: a program that is about to end may still have a file of it open.
      if (missing === null) execFileSync('umount', ['--lazy', folder])
      if (path === undefined) rmSync(folder, { recursive: true })
    },
  }
}

function mount(folder: string, size: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'orrery-test', folder], { stdio: 'pipe' })
    return null
  } catch (error) {
    return `a small disk can't be mounted here: ${error instanceof Error ? error.message : String(error)}`
  }
}

function fill(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (let size = 65_536; size >= 1; size >>= 1) while (takes(file, size)) continue
  } finally {
    closeSync(file)
  }
}

function takes(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes)) === bytes
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
