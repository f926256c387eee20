// The files of a working tree as they are when a session begins: a tree of git in a folder of our own.
import { copyFile, lstat, mkdir, readFile, rm } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { unlessMissing } from '../files/missing.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { findFiles } from './readable-files.ts'
import type { FollowParts, FollowPaths } from './follow-parts.ts'
import { GitTrouble, type AskGit } from './git-trouble.ts'
import type { Repository } from './find-repository.ts'

/** An index that is longer is of a repository that we do not follow anyhow. */
const longestIndexBytes = 64 * 1024 * 1024
const longestExcludeBytes = 65_536
/** Files may change while they are read. */
const tries = 3

/** Overrides whatever `.gitattributes` say: bytes are compared as they are, and no filter has a say in it. */
const attributes = '* -text !eol -filter -ident !working-tree-encoding !diff !merge !export-subst\n'

/** Answers the id of the tree. Rejects with `GitTrouble`, and with what the file system rejects. */
export async function takeStart(
  parts: FollowParts,
  { repository, paths, ask }: { readonly repository: Repository; readonly paths: FollowPaths; readonly ask: AskGit },
): Promise<string> {
  await makeFolder(parts, repository, paths)
  const { root, gitFolder, commonFolder } = repository
  const { mostFiles, mostBytes, longestFileBytes } = parts.limits
  const names = await listFiles(paths, gitFolder, ask)
  if (names.length > mostFiles) throw new GitTrouble('too_large')
  const { readable, bytes } = await findFiles(root, names, longestFileBytes)
  if (bytes > mostBytes) throw new GitTrouble('too_large')
  await hash(readable, ask)
  for (let left = tries; ; left--) {
    const missing = await listMissing(ask, join(commonFolder, 'objects'))
    if (missing.length === 0) break
    if (left === 0) throw new GitTrouble('unreadable')
    // By an index of its own: the first one takes a file that it knows for done, and writes nothing.
    const index = `${paths.index}.part`
    await rm(index, { force: true })
    const again = await findFiles(root, missing, longestFileBytes)
    await ask(['update-index', '--add', '-z', '--stdin'], { index, input: listed(again.readable) })
    await rm(index, { force: true })
    await hash(missing, ask)
  }
  const tree = await ask(['write-tree', '--missing-ok'], {})
  await copyFile(paths.index, paths.startIndex)
  return tree.trim()
}

async function makeFolder({ ownHome }: FollowParts, repository: Repository, paths: FollowPaths): Promise<void> {
  await rm(paths.folder, { recursive: true, force: true })
  await mkdir(join(paths.folder, 'info'), { recursive: true, mode: 0o700 })
  for (const folder of [paths.startObjects, paths.objects, join(paths.folder, 'refs')]) await mkdir(folder)
  const format = (await isSha256(repository))
    ? 'repositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256'
    : 'repositoryformatversion = 0'
  await writeAtomic(join(paths.folder, 'HEAD'), 'ref: refs/heads/none\n')
  await writeAtomic(join(paths.folder, 'config'), `[core]\n\t${format}\n`)
  await writeAtomic(join(paths.folder, 'info', 'attributes'), attributes)
  const excluded = await readExcluded(join(repository.commonFolder, 'info', 'exclude'))
  await writeAtomic(join(paths.folder, 'info', 'exclude'), `${excluded}\n${ownPattern(ownHome, repository.root)}\n`)
}

/** Our own files change by every look. */
function ownPattern(ownHome: string, root: string): string {
  const path = relative(root, ownHome)
  if (path === '' || path.startsWith('..') || isAbsolute(path)) return ''
  return `/${path.replaceAll(/[\\*?[\]! #]/g, String.raw`\$&`)}/`
}

async function readExcluded(path: string): Promise<string> {
  const found = await unlessMissing(lstat(path))
  return found?.isFile() === true && found.size <= longestExcludeBytes ? await readFile(path, 'utf8') : ''
}

/** By the length of the name that its HEAD or any of its objects has nothing is known yet: its settings say so. */
async function isSha256({ commonFolder }: Repository): Promise<boolean> {
  const path = join(commonFolder, 'config')
  const found = await unlessMissing(lstat(path))
  if (found?.isFile() !== true || found.size > longestExcludeBytes) return false
  return /^\s*objectformat\s*=\s*sha256\s*$/im.test(await readFile(path, 'utf8'))
}

/** Those that git does not ignore, and those that it follows although it would. Nothing inside of nested repositories. */
async function listFiles(paths: FollowPaths, gitFolder: string, ask: AskGit): Promise<string[]> {
  const others = namesIn(await ask(['ls-files', '-z', '--others', '--exclude-standard'], {}))
  const index = `${paths.index}.theirs`
  if (!(await copyIndex(join(gitFolder, 'index'), index))) return others
  const staged = await ask(['ls-files', '-z', '--stage'], { index })
  await rm(index, { force: true })
  return [...new Set([...others, ...stagedIn(staged).flatMap(({ mode, path }) => (mode === gitlink ? [] : path))])]
}

async function copyIndex(from: string, to: string): Promise<boolean> {
  const found = await unlessMissing(lstat(from))
  if (found?.isFile() !== true || found.size > longestIndexBytes) return false
  await copyFile(from, to)
  return true
}

async function hash(names: readonly string[], ask: AskGit): Promise<void> {
  const words = ['update-index', '--add', '--remove', '--info-only', '-z', '--stdin']
  await ask(words, { input: listed(names) })
}

/** Paths whose content is nowhere yet, neither with us nor in the repository. */
async function listMissing(ask: AskGit, theirObjects: string): Promise<string[]> {
  const files = stagedIn(await ask(['ls-files', '-z', '--stage'], {}))
  const ids = [...new Set(files.map(({ id }) => id))]
  const told = await ask(['cat-file', '--batch-check=%(objectname)'], {
    alsoRead: [theirObjects],
    input: ids.map((id) => `${id}\n`).join(''),
  })
  const missing = new Set(told.split('\n').flatMap((line) => (line.endsWith(' missing') ? line.slice(0, -8) : [])))
  return files.flatMap(({ id, path }) => (missing.has(id) ? path : []))
}

const gitlink = '160000'

type Staged = { readonly mode: string; readonly id: string; readonly path: string }

function stagedIn(output: string): Staged[] {
  return output.split('\0').flatMap((cell) => {
    const [, mode = '', id = '', path = ''] = /^(\d{6}) ([0-9a-f]+) \d\t(.+)$/s.exec(cell) ?? []
    return isNameable(path) ? [{ mode, id, path }] : []
  })
}

/** Names of files in git's answer; a nested repository is told as a folder. */
export function namesIn(output: string): string[] {
  return output.split('\0').filter((path) => isNameable(path) && !path.endsWith('/'))
}

/** As git takes them. */
export function listed(names: readonly string[]): string {
  return names.map((name) => `${name}\0`).join('')
}

/** A name that is no text can't be told. */
const isNameable = (path: string): boolean => path !== '' && !path.includes('\uFFFD')
