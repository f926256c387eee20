// Paths as people write them.
import { join } from 'node:path'

/** `~` and what stands below it lie in the person's home, as a shell has it; any other path is answered as it is. */
export function expandHome(path: string, userHome: string): string {
  return path === '~' || path.startsWith('~/') ? join(userHome, path.slice(1)) : path
}
