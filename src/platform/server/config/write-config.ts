// Writes config.json anew: a copy of what stood there first, then all of it at once, through a symbolic link if it is one.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '#base/result.ts'
import { editFile, type EditProblem } from '../files/edit-file.ts'
import { writeAtomic } from '../files/write-atomic.ts'

export type ConfigWrite = {
  /** The service's home. */
  readonly home: string
  readonly path: string
  /** As it was read; null for no file. Anything else there now is left as it is. */
  readonly before: string | null
  readonly text: string
  /** ISO 8601, for the name of the copy. */
  readonly at: string
}

/** Where the copies lie in the home. */
export const copiesFolder = 'config-copies'
/** Copies kept, the newest. */
const mostCopies = 20

/** `changed_meanwhile`: the file is not as it was read, and nothing was written. */
export async function writeConfig(write: ConfigWrite): Promise<Result<void, EditProblem>> {
  const { path, before, text } = write
  let isOther = false
  if (before !== null) {
    const copied = await keepCopy(write, before)
    if (!copied.ok) return copied
  }
  const edited = await editFile({
    path,
    links: 'follow',
    edit(now) {
      isOther = now.text !== before
      return isOther ? err('changed meanwhile') : ok({ text })
    },
  })
  if (edited.ok) return ok(undefined)
  return err(isOther ? { ...edited.error, code: 'changed_meanwhile' } : edited.error)
}

async function keepCopy({ home, at }: ConfigWrite, text: string): Promise<Result<void, EditProblem>> {
  const folder = join(home, copiesFolder)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeAtomic(join(folder, `config-${at.replaceAll(/[:.]/g, '-')}.json`), text)
    const copies = (await readdir(folder)).filter((name) => /^config-.*\.json$/.test(name)).toSorted()
    for (const old of copies.slice(0, -mostCopies)) await rm(join(folder, old), { force: true })
    return ok(undefined)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return err({ code: 'not_writable', reason: `No copy of config.json could be kept: ${error.message}.` })
  }
}
