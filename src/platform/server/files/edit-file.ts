// Edits a file that other programs edit too: atomically, keeping its mode and a link to it, and never over their changes.
import { unlessMissing } from './missing.ts'
import { temporaryName } from './write-atomic.ts'
import { err, ok, type Result } from '#base/result.ts'
import { chmod, chown, lstat, mkdir, open, readFile, readlink, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Why a file was left as it was; `reason` is a sentence for a person. */
export type EditProblem = {
  readonly code: 'not_text' | 'refused' | 'changed_meanwhile' | 'symbolic_link' | 'not_writable'
  readonly reason: string
}

/** What the editing function is given: the text, null when there is no file, and then how many folders above it are missing. */
export type FileState = { readonly text: string | null; readonly missingFolders: number }

/** What to leave behind: a text, the same text for no change, or null for no file; and how many folders above it go if they are empty. */
export type FileEdit = { readonly text: string | null; readonly removeEmptyFolders?: number }

export type EditRequest = {
  readonly path: string
  /** Follow: the file behind a symbolic link is edited and the link stays. Refuse: a link is left alone. */
  readonly links: 'follow' | 'refuse'
  /** Called once for each attempt; an error is a sentence that goes on after the file's name. */
  readonly edit: (state: FileState) => Result<FileEdit, string>
}

/** Another program's change between reading and renaming starts the edit anew, this often. */
const attempts = 5
/** For a file that did not exist, and for its folder: they hold what only their owner should read. */
const newFileMode = 0o600
const newFolderMode = 0o700
/** More than any chain that a person makes. */
const longestLinkChain = 10

/** Answers whether the file was changed. Called twice it changes nothing the second time, if `edit` is like that. */
export async function editFile(request: EditRequest): Promise<Result<boolean, EditProblem>> {
  try {
    const path = await findTarget(request)
    if (path === null) return err(problem('symbolic_link', `${request.path} is a symbolic link.`))
    for (let attempt = 0; attempt < attempts; attempt++) {
      const outcome = await tryEdit(path, request)
      if (outcome !== 'changed_meanwhile') return outcome
    }
    return err(problem('changed_meanwhile', `${path} kept changing while it was edited.`))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return err(problem('not_writable', `${request.path} can't be changed: ${error.message}.`))
  }
}

const problem = (code: EditProblem['code'], reason: string): EditProblem => ({ code, reason })

/** The file behind the path, which need not exist; null for a link that is not to be followed. */
async function findTarget({ path, links }: EditRequest): Promise<string | null> {
  let target = path
  for (let hops = 0; hops < longestLinkChain; hops++) {
    const found = await unlessMissing(lstat(target))
    if (found === null || !found.isSymbolicLink()) return target
    if (links === 'refuse') return null
    target = resolve(dirname(target), await readlink(target))
  }
  return null
}

async function tryEdit(
  path: string,
  request: EditRequest,
): Promise<Result<boolean, EditProblem> | 'changed_meanwhile'> {
  const bytes = await unlessMissing(readFile(path))
  const text = bytes === null ? null : decode(bytes)
  if (bytes !== null && text === null) return err(problem('not_text', `${path} is not valid UTF-8.`))
  const folder = dirname(path)
  const missingFolders = bytes === null ? await countMissing(folder) : 0
  const edited = request.edit({ text, missingFolders })
  if (!edited.ok) return err(problem('refused', `${path} ${edited.error}.`))
  if (edited.value.text === text) return ok(false)
  if (missingFolders > 0) await mkdir(folder, { recursive: true, mode: newFolderMode })
  const replaced =
    edited.value.text === null
      ? await removeUnchanged(path, bytes)
      : await replaceUnchanged({ path, before: bytes, text: edited.value.text })
  if (!replaced) return 'changed_meanwhile'
  await removeEmpty(folder, edited.value.removeEmptyFolders ?? 0)
  return ok(true)
}

/** Null for bytes that are no UTF-8: writing them back as text would change them. */
function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

type Replacement = { readonly path: string; readonly before: Buffer | null; readonly text: string }

/** False, and nothing changed, when the file is not as it was read. */
async function replaceUnchanged({ path, before, text }: Replacement): Promise<boolean> {
  const temporary = temporaryName(path)
  try {
    const file = await open(temporary, 'wx', newFileMode)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await keepOwnerAndMode(path, temporary)
    if (!(await isUnchanged(path, before))) {
      await rm(temporary)
      return false
    }
    await rename(temporary, path)
    return true
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function keepOwnerAndMode(path: string, temporary: string): Promise<void> {
  const old = await unlessMissing(stat(path))
  if (old === null) return
  const own = await stat(temporary)
  if (old.uid !== own.uid || old.gid !== own.gid) await chown(temporary, old.uid, old.gid)
  await chmod(temporary, old.mode & 0o7777)
}

async function removeUnchanged(path: string, before: Buffer | null): Promise<boolean> {
  if (!(await isUnchanged(path, before))) return false
  await rm(path, { force: true })
  return true
}

async function isUnchanged(path: string, before: Buffer | null): Promise<boolean> {
  const now = await unlessMissing(readFile(path))
  return before === null || now === null ? before === now : before.equals(now)
}

async function countMissing(folder: string): Promise<number> {
  if ((await unlessMissing(stat(folder))) !== null) return 0
  return 1 + (await countMissing(dirname(folder)))
}

/** From the file upwards. */
async function removeEmpty(folder: string, count: number): Promise<void> {
  if (count <= 0) return
  try {
    await rmdir(folder)
    await removeEmpty(dirname(folder), count - 1)
  } catch (error) {
    // Somebody put something there, so it stays.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
