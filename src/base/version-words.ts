// What is said of the version of a client that is installed.
import { isOlder } from './is-older.ts'

/** The version, and that it is older than the one that was tried where it is; null where it is not known. */
export function versionWords(version: string | null, tried: string | null): string | null {
  if (version === null) return null
  return tried !== null && isOlder(version, tried) ? `${version}, older than what was tried (${tried})` : version
}
