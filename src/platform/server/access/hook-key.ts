// The key that hooks show: a file that only our user can read proves what a look at the caller's connection would, at once.
import { join } from 'node:path'
import { randomToken, sameSecret } from '../auth/tokens.ts'
import { readPrivateFile } from '../files/private-file.ts'
import { writeAtomic } from '../files/write-atomic.ts'

/** What a program of our user sends with its key, so that nobody has to look whose program it is. */
export const hookKeyHeader = 'x-orrery-hook-key'

/** The key of one start of the service. It makes its bearer a program of our user and grants nothing else. */
export interface HookKey {
  /** Whether `sent` is the key, compared in constant time. */
  matches(sent: string): boolean
  /** Leaves the key in a home, 0600, with the port that it is meant for. Rejects with what the file system throws. */
  publish(home: string, port: number): Promise<void>
}

/** A new key with each start: one that fell into wrong hands while the service was down opens nothing. */
export function createHookKey(): HookKey {
  const key = randomToken()
  return {
    matches: (sent) => sameSecret(sent, key),
    publish: (home, port) => writeAtomic(hookKeyPath(home), `${port} ${key}\n`),
  }
}

/**
 * The key in force for the service at `port`; null when the home has none for it. It goes to no other port: what listens
 * there may be anybody's. Throws for a symbolic link and for what is no regular file.
 */
export function readHookKey(home: string, port: number): string | null {
  const [itsPort, key] = (readPrivateFile(hookKeyPath(home)) ?? '').trim().split(' ')
  return itsPort === String(port) && key !== undefined ? key : null
}

const hookKeyPath = (home: string): string => join(home, 'hook-key')
