// For tests of whose a file is: a folder in which every program would be let in, gone at the end.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Acts under umask 000, so that a file is for its owner alone only where we made it so. */
export async function underOpenUmask(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-umask-'))
  const before = process.umask(0)
  try {
    await act(folder)
  } finally {
    process.umask(before)
    await rm(folder, { recursive: true })
  }
}
