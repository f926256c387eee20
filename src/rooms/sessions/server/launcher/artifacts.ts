// Where a launched session's files lie in the service's home: its log, and the script and prompt of its last launch.
import { isMissing, readIfThere, unlessMissing } from '#platform/server/files/missing.ts'
import type { Stats } from 'node:fs'
import { chmod, lstat, mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolderAlone } from '#platform/server/files/own-folder.ts'
import { ensurePrivateFile } from '#platform/server/files/private-file.ts'
import { privateFileMode, writeAtomic } from '#platform/server/files/write-atomic.ts'

export type ArtifactPaths = {
  readonly log: string
  /** The older half of the log. */
  readonly olderLog: string
  /** Of output that came from a device: where each part ends, and its number. */
  readonly index: string
  /** What the log has, by its times. */
  readonly journals: readonly string[]
  /** Folder of the launch in force. */
  readonly run: string
  readonly script: string
  /** Made by the script as it begins: the same launch begins no second time. */
  readonly begun: string
  readonly prompt: string
  /** What a shell that marks its commands reads. */
  readonly shell: string
  /** The secret of its marks. */
  readonly nonce: string
  readonly secrets: string
}

/** Null for an id that is not one of ours: ids stand in paths, and a damaged file may hold any text. */
export function artifactPaths(home: string, sessionId: string): ArtifactPaths | null {
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(sessionId)) return null
  const log = join(home, 'logs', `${sessionId}.log`)
  const run = join(home, 'runs', sessionId)
  return {
    log,
    olderLog: `${log}.1`,
    index: join(home, 'logs', `${sessionId}.index`),
    journals: [join(home, 'logs', `${sessionId}.stream`), join(home, 'logs', `${sessionId}.stream.1`)],
    run,
    script: join(run, 'run.sh'),
    begun: join(run, 'begun'),
    prompt: join(run, 'prompt'),
    shell: join(run, 'shell'),
    nonce: join(run, 'nonce'),
    secrets: join(run, 'secrets'),
  }
}

const privateFolderMode = 0o700

export type LaunchFiles = {
  readonly script: string
  /** Null when the prompt stands in the script. */
  readonly prompt: string | null
  /** Null for what marks no commands. */
  readonly shell: { readonly nonce: string; readonly files: Readonly<Record<string, string>> } | null
  /** What the script reads, and removes, right before it begins; null when there is nothing secret. */
  readonly secrets: string | null
}

/** Writes the files of a launch in place of those of the one before, and makes sure that the log is there. */
export async function writeArtifacts(home: string, paths: ArtifactPaths, files: LaunchFiles): Promise<void> {
  await Promise.all([makeOwnFolder(join(home, 'logs')), makeOwnFolder(join(home, 'runs'))])
  await makeEmptyFolder(paths.run)
  await Promise.all([
    writeNewFile(paths.script, files.script),
    files.prompt === null ? null : writeNewFile(paths.prompt, files.prompt),
    files.secrets === null ? null : writeNewFile(paths.secrets, files.secrets),
    ensureLog(paths.log),
    files.shell === null ? null : writeShell(paths, files.shell),
  ])
}

async function writeShell(paths: ArtifactPaths, { nonce, files }: NonNullable<LaunchFiles['shell']>): Promise<void> {
  await mkdir(paths.shell, { mode: privateFolderMode })
  for (const [name, text] of Object.entries(files)) await writeNewFile(join(paths.shell, name), text)
  await writeNewFile(paths.nonce, nonce)
}

/** What the marks of a session's shell bear; null where it marks no commands. Rejects with what the file system rejects. */
export async function readNonce(home: string, sessionId: string): Promise<string | null> {
  const paths = artifactPaths(home, sessionId)
  return paths === null ? null : readIfThere(paths.nonce)
}

/** Makes sure that a script of ours is there in this version. Replaced as a whole: shells may still read an older one. */
export async function ensureScript(path: string, text: string): Promise<void> {
  try {
    if ((await readFile(path, 'utf8')) === text) return
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  await makeOwnFolder(dirname(path))
  await writeAtomic(path, text)
}

/** Removes script, prompt and log; nothing there is no failure. A symbolic link is removed, what it points to stays. */
export async function removeArtifacts(
  home: string,
  sessionId: string,
  { log }: { readonly log: 'keep' | 'remove' },
): Promise<void> {
  const paths = artifactPaths(home, sessionId)
  if (paths === null) return
  if (log === 'remove' && (await isOwnFolder(join(home, 'logs')))) {
    const { log: newer, olderLog, index, journals } = paths
    for (const path of [newer, olderLog, index, ...journals]) await rm(path, { force: true })
  }
  if (await isOwnFolder(join(home, 'runs'))) await rm(paths.run, { recursive: true, force: true })
}

/** Whether a launch has begun. One that has not, in whatever terminal, never will from now on. */
export async function hasBegun({ begun }: Pick<ArtifactPaths, 'begun'>): Promise<boolean> {
  try {
    await writeNewFile(begun, '')
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return true
    throw error
  }
}

/** A terminal that opens from now on begins nothing: its shell finds no script. One that reads it already goes on. */
export async function removeScript(home: string, sessionId: string): Promise<void> {
  const paths = artifactPaths(home, sessionId)
  if (paths !== null && (await isOwnFolder(join(home, 'runs')))) await rm(paths.script, { force: true })
}

/** Throws when something else has the name: we never write through a symbolic link. */
export async function makeOwnFolder(path: string): Promise<void> {
  const found = await statOf(path)
  if (found === null) await makeFolderAlone(path)
  else if (!found.isDirectory()) throw new Error(`${path} is not a folder, but a symbolic link or a file`)
  else if ((found.mode & 0o777) !== privateFolderMode) await chmod(path, privateFolderMode)
}

/** A shell reads its script while it runs it: one of an earlier launch keeps its file, which only loses its name here. */
async function makeEmptyFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: privateFolderMode })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    await rm(path, { recursive: true })
    await mkdir(path, { mode: privateFolderMode })
  }
}

async function isOwnFolder(path: string): Promise<boolean> {
  return (await statOf(path))?.isDirectory() === true
}

/** Fails where something is already, also a link that leads nowhere. */
function writeNewFile(path: string, text: string): Promise<void> {
  return writeFile(path, text, { flag: 'wx', mode: privateFileMode })
}

/** The recorder writes only to a log that exists, so that a removed one stays removed. */
async function ensureLog(path: string): Promise<void> {
  if ((await statOf(path))?.isSymbolicLink() === true) await unlink(path)
  ensurePrivateFile(path)
}

/** Of the link itself, where there is one; null when nothing is there. */
function statOf(path: string): Promise<Stats | null> {
  return unlessMissing(lstat(path))
}
