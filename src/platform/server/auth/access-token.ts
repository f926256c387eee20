// The ACCESS_TOKEN: from the environment, or a file of the home that is made once.
import { join } from 'node:path'
import { readPrivateFile } from '../files/private-file.ts'
import { writeAtomicSync } from '../files/write-atomic.ts'
import { randomToken } from './tokens.ts'

export const accessTokenPath = (home: string): string => join(home, 'access-token')

/**
 * The token of a home, for the service and for the command line that talks to it; null while there is none.
 * Throws for a symbolic link and for what is no regular file.
 */
export function readAccessToken(home: string): string | null {
  const text = readPrivateFile(accessTokenPath(home))?.trim()
  return text === undefined || text === '' ? null : text
}

/** The home's token, made and stored (0600) when there is none yet. Throws as `readAccessToken` does. */
export function loadAccessToken(home: string): string {
  const known = readAccessToken(home)
  if (known !== null) return known
  const made = randomToken()
  writeAtomicSync(accessTokenPath(home), `${made}\n`)
  return made
}
