// Folders of the home that we write into: real ones, never a symbolic link that leads elsewhere.
import { lstatSync, mkdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'

/**
 * Makes the folder (0700) when it is missing, and nothing above it: of a home that was moved away no half appears again.
 * Throws when a link or a file has its name.
 */
export function makeOwnFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  if (!isOwnFolder(path)) throw new Error(`${path} is not a folder, but a symbolic link or a file`)
}

export function isOwnFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** The same without holding the event loop up, and whatever has the name already stays: who writes into it looks first. */
export async function makeFolderAlone(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (!isTaken(error)) throw error
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
