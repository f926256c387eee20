// Follows the files of one repository against how they were at a start. What is kept lies in a folder of our own; into the
// repository nothing is written, and nothing of it runs.
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere } from '../files/missing.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import type { FollowParts, FollowPaths } from './follow-parts.ts'
import { findRepository, type Repository } from './find-repository.ts'
import { asker, GitTrouble, type AskGit } from './git-trouble.ts'
import { readChanges, type FileChange } from './read-changes.ts'
import { findFiles } from './readable-files.ts'
import { listed, namesIn, takeStart } from './start-tree.ts'

/** Files that differ from the start; paths are relative to `root`. */
export type TreeLook = { readonly root: string; readonly changes: readonly FileChange[] }

export interface FollowedTree {
  /** Takes the tree, once; null for a folder that is in no repository. Rejects with `GitTrouble`. */
  begin(directory: string): Promise<void | null>
  /** Null where nothing began. Rejects with `GitTrouble`. */
  look(): Promise<TreeLook | null>
  /** How a file, by its path in the repository, differs at the last look: as git writes it. Rejects with `GitTrouble`. */
  diff(path: string): Promise<string>
  /** The top of the working tree; null where nothing began. */
  root(): Promise<string | null>
  /** Removes all that is kept. */
  forget(): Promise<void>
}

const keptSchema = z.object({
  root: z.string(),
  gitFolder: z.string(),
  commonFolder: z.string(),
  start: z.string(),
  now: z.string(),
})
type Kept = Readonly<z.infer<typeof keptSchema>>

/** Nothing is read or written before the first call. */
export function followTree(parts: FollowParts): FollowedTree {
  return new Tree(parts)
}

class Tree implements FollowedTree {
  readonly #parts: FollowParts
  readonly #paths: FollowPaths
  #kept: Kept | null | undefined
  #keptBytes = 0

  constructor(parts: FollowParts) {
    const { folder } = parts
    this.#parts = parts
    this.#paths = {
      folder,
      index: join(folder, 'index'),
      startIndex: join(folder, 'start-index'),
      startObjects: join(folder, 'objects'),
      objects: join(folder, 'seen'),
    }
  }

  async begin(directory: string): Promise<void | null> {
    if ((await this.#read()) !== null) return
    const repository = await findRepository(directory)
    if (repository === null) return null
    try {
      const { startObjects: objects } = this.#paths
      const ask = this.#asker(repository, objects, this.#parts.limits.startLimitMs)
      const start = await takeStart(this.#parts, { repository, paths: this.#paths, ask })
      await this.#keep({ ...repository, start, now: start })
    } catch (error) {
      await rm(this.#paths.folder, { recursive: true, force: true })
      throw error
    }
  }

  async root(): Promise<string | null> {
    return (await this.#read())?.root ?? null
  }

  async forget(): Promise<void> {
    this.#kept = null
    await rm(this.#paths.folder, { recursive: true, force: true })
  }

  async look(): Promise<TreeLook | null> {
    const kept = await this.#read()
    if (kept === null) return null
    if (this.#keptBytes > this.#parts.limits.mostKeptBytes) await this.#beginSeenAnew()
    const ask = this.#asker(kept, this.#paths.objects, this.#parts.limits.lookLimitMs)
    await this.#take(kept, ask)
    const now = (await ask(['write-tree', '--missing-ok'], {})).trim()
    const changes = now === kept.start ? [] : await this.#compare({ ...kept, now }, ask)
    if (now !== kept.now) await this.#keep({ ...kept, now })
    return { root: kept.root, changes }
  }

  async diff(path: string): Promise<string> {
    const kept = await this.#read()
    if (kept === null) return ''
    const ask = this.#asker(kept, this.#paths.objects, this.#parts.limits.lookLimitMs)
    return ask(['diff-tree', '-p', ...quietly, kept.start, kept.now, '--', path], { alsoRead: this.#readFrom(kept) })
  }

  async #take({ root }: Kept, ask: AskGit): Promise<void> {
    const { mostChanges, longestFileBytes } = this.#parts.limits
    const words = ['ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard']
    const names = [...new Set(namesIn(await ask(words, {})))]
    if (names.length > mostChanges) throw new GitTrouble('too_large')
    if (names.length === 0) return
    const { readable, gone, bytes } = await findFiles(root, names, longestFileBytes)
    this.#keptBytes += bytes
    await ask(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], {
      input: listed([...gone, ...readable]),
    })
  }

  async #compare(kept: Kept, ask: AskGit): Promise<readonly FileChange[]> {
    const words = ['diff-tree', '-z', '--raw', '--numstat', ...quietly, kept.start, kept.now]
    const changes = readChanges(await ask(words, { alsoRead: this.#readFrom(kept) }))
    if (changes.length > this.#parts.limits.mostChanges) throw new GitTrouble('too_large')
    return changes
  }

  async #beginSeenAnew(): Promise<void> {
    const { objects, index, startIndex } = this.#paths
    await rm(objects, { recursive: true, force: true })
    await mkdir(objects, { mode: 0o700 })
    await copyFile(startIndex, index)
    this.#keptBytes = 0
  }

  #readFrom({ commonFolder }: Repository): readonly string[] {
    return [this.#paths.startObjects, join(commonFolder, 'objects')]
  }

  #asker({ root }: Repository, objects: string, timeLimitMs: number): AskGit {
    const { folder, environment } = this.#parts
    return asker({ folder, root, environment }, { index: this.#paths.index, objects }, timeLimitMs)
  }

  async #read(): Promise<Kept | null> {
    if (this.#kept !== undefined) return this.#kept
    const text = await readIfThere(join(this.#paths.folder, 'follow.json'))
    this.#kept = text === null ? null : keptSchema.parse(JSON.parse(text))
    return this.#kept
  }

  async #keep(kept: Kept): Promise<void> {
    await writeAtomic(join(this.#paths.folder, 'follow.json'), JSON.stringify(kept))
    this.#kept = kept
  }
}

const quietly: readonly string[] = ['-r', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color']
