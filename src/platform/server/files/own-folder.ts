// Folders of the home that we write into: real ones, never a symbolic link that leads elsewhere.
import { lstatSync, mkdirSync } from 'node:fs'

/** Makes the folder (0700) when it is missing. Throws when a link or a file has its name. */
export function makeOwnFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { recursive: true, mode: 0o700 })
  if (!isOwnFolder(path)) throw new Error(`${path} is not a folder, but a symbolic link or a file`)
}

export function isOwnFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
