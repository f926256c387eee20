// Remembers that an installed client answered which version it is: each start of one takes seconds of the processor, and many
// test files need the same.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** In the client's own folder, so that it goes with what it is about. */
const noteIn = (folder: string): string => join(folder, '.answered')

/** A folder may come from a cache that another machine filled. */
const noteOf = (version: string): string => `${version} on ${process.platform} ${process.arch}\n`

/** Asks only where nobody has: `ask` starts the client in the folder, and answers whether it is of that version. */
export async function isKnownToWork(folder: string, version: string, ask: () => Promise<boolean>): Promise<boolean> {
  const note = await readFile(noteIn(folder), 'utf8').catch(() => null)
  if (note === noteOf(version)) return true
  if (!(await ask())) return false
  await writeFile(noteIn(folder), noteOf(version)).catch(() => {
    // Another test file put its own install in this place: whoever comes next asks again.
  })
  return true
}
