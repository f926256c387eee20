// Finds the git repository that a folder is in, without git: whatever a repository sets up, finding it runs nothing.
import { lstat, readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { unlessMissing } from '../files/missing.ts'

/** A repository with a working tree. All paths are absolute. */
export type Repository = {
  /** The top of its working tree. */
  readonly root: string
  /** Of this working tree: its index lies there. */
  readonly gitFolder: string
  /** Of all working trees of the repository: its objects lie there. */
  readonly commonFolder: string
}

/** A pointer to another folder is a line. */
const longestPointer = 8192

/** The innermost one; null for a folder in none. Rejects with what the file system rejects. */
export async function findRepository(folder: string): Promise<Repository | null> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const gitFolder = await gitFolderAt(at)
    if (gitFolder !== null) return { root: at, gitFolder, commonFolder: await commonOf(gitFolder) }
    if (dirname(at) === at) return null
  }
}

async function gitFolderAt(root: string): Promise<string | null> {
  const path = join(root, '.git')
  const found = await statOf(path)
  if (found === null) return null
  if (found.isDirectory()) return (await isGitFolder(path)) ? path : null
  const pointer =
    found.isFile() && found.size <= longestPointer
      ? /^gitdir: (.+)$/m.exec(await readFile(path, 'utf8'))?.[1]
      : undefined
  if (pointer === undefined) return null
  const gitFolder = isAbsolute(pointer) ? pointer : join(root, pointer)
  return (await isGitFolder(gitFolder)) ? gitFolder : null
}

/** Git's own condition. */
async function isGitFolder(path: string): Promise<boolean> {
  const [head, objects] = await Promise.all([statOf(join(path, 'HEAD')), statOf(join(await commonOf(path), 'objects'))])
  return head !== null && objects?.isDirectory() === true
}

async function commonOf(gitFolder: string): Promise<string> {
  const path = join(gitFolder, 'commondir')
  const found = await statOf(path)
  if (found?.isFile() !== true || found.size > longestPointer) return gitFolder
  return resolve(gitFolder, (await readFile(path, 'utf8')).trim())
}

/** A folder that may not be entered is as none. */
async function statOf(path: string): Promise<Awaited<ReturnType<typeof lstat>> | null> {
  try {
    return await unlessMissing(lstat(path))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'ENOTDIR')) return null
    throw error
  }
}
