// What a look at the files of a repository adds to what was told of them.
import type { FollowedFile } from '../contract.ts'

/** Files as they were told last, by their paths. */
export type ToldFiles = ReadonlyMap<string, FollowedFile>

/** Records are lines of a journal, which are bounded. */
const mostInRecord = 100
const longestRecord = 12_000

/** What changed, and what is again as it was at the start; in the order of the look, then the rest. */
export function filesDelta(told: ToldFiles, found: readonly FollowedFile[]): FollowedFile[] {
  const now = new Map(found.map((file) => [file.path, file]))
  const back = [...told.values()].filter(({ path, status }) => status !== 'unchanged' && !now.has(path))
  const same = back.map(({ path }) => ({ path, status: 'unchanged', added: 0, removed: 0 }) as const)
  return [...found.filter((file) => !isSame(told.get(file.path), file)), ...same]
}

/** What is told after these. */
export function withTold(told: ToldFiles, files: readonly FollowedFile[]): ToldFiles {
  const next = new Map(told)
  for (const file of files) {
    if (file.status === 'unchanged') next.delete(file.path)
    else next.set(file.path, file)
  }
  return next
}

/** In as few parts as the bounds of a record allow. */
export function inRecords(files: readonly FollowedFile[]): (readonly FollowedFile[])[] {
  const parts: FollowedFile[][] = []
  let length = 0
  for (const file of files) {
    const part = parts.at(-1)
    const own = JSON.stringify(file).length
    if (part !== undefined && part.length < mostInRecord && length + own <= longestRecord) {
      part.push(file)
      length += own
    } else {
      parts.push([file])
      length = own
    }
  }
  return parts
}

function isSame(told: FollowedFile | undefined, file: FollowedFile): boolean {
  return told?.status === file.status && told.added === file.added && told.removed === file.removed
}
