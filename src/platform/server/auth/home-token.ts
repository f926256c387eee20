// A token that the home keeps in a file of its own, for programs of its owner: made once, and 0600.
import { join } from 'node:path'
import { readPrivateFile } from '../files/private-file.ts'
import { writeAtomicSync } from '../files/write-atomic.ts'
import { randomToken } from './tokens.ts'

export interface HomeToken {
  path(home: string): string
  /** Null while there is none. Throws for a symbolic link and for what is no regular file. */
  read(home: string): string | null
  /** Makes and stores one when there is none yet. Throws as `read` does. */
  load(home: string): string
}

/** `prefix` begins a new token, so that whoever finds one sees what it is good for. */
export function homeToken({ file, prefix }: { readonly file: string; readonly prefix: string }): HomeToken {
  const path = (home: string): string => join(home, file)
  function read(home: string): string | null {
    const text = readPrivateFile(path(home))?.trim()
    return text === undefined || text === '' ? null : text
  }
  return {
    path,
    read,
    load(home) {
      const known = read(home)
      if (known !== null) return known
      const made = `${prefix}${randomToken()}`
      writeAtomicSync(path(home), `${made}\n`)
      return made
    },
  }
}
