// The output of steps on disk: the beginning and the end of each within a bound, addressed by bytes from its beginning.
import { isMissing } from '#platform/server/files/missing.ts'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { constants, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { appendPrivateFile } from '#platform/server/files/private-file.ts'

/** `<step>.log` holds the beginning; `<step>.log.1` and so on hold what comes after it, the newest few of them. */
export const headBytes = 5 * 1024 * 1024
export const partBytes = 1024 * 1024
/** With the beginning, at most 10 MB and a part for each step. */
export const keptParts = 5

/** Below the home; the launches of sessions have folders of their own. */
const outputFolder = 'strand-runs'

/** One stretch of output that is still there. `offset` counts from the beginning of the whole. */
export type Stretch = { readonly offset: number; readonly path: string; readonly bytes: number }

export interface OutputFiles {
  /** Appends at `offset`, which is the end of what was written so far. Synchronous: it is called with whole blocks. */
  append(step: StepName, offset: number, data: Buffer): void
  /** Bytes of the whole, as far as the disk knows: for a step that goes on after a restart. */
  size(step: StepName): number
  /** What is there from a byte on, in order. A gap between two stretches is output that was not kept. */
  stretches(step: StepName, from: number): Stretch[]
  /** Removes the output of whole runs. Resolves when it is gone; a run without output is fine. */
  remove(runIds: readonly string[]): Promise<void>
}

export type StepName = { readonly runId: string; readonly stepId: string }

export function createOutputFiles(home: string): OutputFiles {
  const root = join(home, outputFolder)
  const folderOf = (runId: string) => join(root, safeName(runId))
  const pathOf = ({ runId, stepId }: StepName, part: number) =>
    join(folderOf(runId), `${safeName(stepId)}.log${part === 0 ? '' : `.${part}`}`)

  function parts(step: StepName): Stretch[] {
    if (!isOwnFolder(root) || !isOwnFolder(folderOf(step.runId))) return []
    const prefix = `${safeName(step.stepId)}.log`
    return namesIn(folderOf(step.runId))
      .flatMap((name) => (name === prefix ? [0] : partNumber(name, prefix)))
      .toSorted((one, other) => one - other)
      .map((part) => {
        const path = pathOf(step, part)
        return { offset: offsetOf(part), path, bytes: statSync(path).size }
      })
  }

  return {
    append(step, offset, data) {
      makeOwnFolder(root)
      makeOwnFolder(folderOf(step.runId))
      for (let at = offset, rest = data; rest.length > 0;) {
        const part = partOf(at)
        const piece = rest.subarray(0, offsetOf(part + 1) - at)
        appendPrivateFile(pathOf(step, part), piece)
        // Only a part's first bytes push an older one out.
        if (at === offsetOf(part) && part > keptParts) rmSync(pathOf(step, part - keptParts), { force: true })
        at += piece.length
        rest = rest.subarray(piece.length)
      }
    },
    size(step) {
      const last = parts(step).at(-1)
      return last === undefined ? 0 : last.offset + last.bytes
    },
    stretches: (step, from) =>
      parts(step).flatMap(({ offset, path, bytes }) => {
        const skip = Math.max(0, from - offset)
        return skip >= bytes ? [] : [{ offset: offset + skip, path, bytes: bytes - skip }]
      }),
    async remove(runIds) {
      if (!isOwnFolder(root)) return
      for (const runId of runIds) await rm(folderOf(runId), { recursive: true, force: true })
    },
  }
}

/** A stretch's bytes; what was pushed out meanwhile reads as nothing. */
export async function readStretch({ offset, path, bytes }: Stretch, most: number): Promise<Buffer> {
  const part = partOf(offset)
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    const buffer = Buffer.alloc(Math.min(bytes, most))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset - offsetOf(part))
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0)
    throw error
  }
}

const partOf = (offset: number): number => (offset < headBytes ? 0 : 1 + Math.floor((offset - headBytes) / partBytes))
const offsetOf = (part: number): number => (part === 0 ? 0 : headBytes + (part - 1) * partBytes)

function partNumber(name: string, prefix: string): number[] {
  const number = name.startsWith(`${prefix}.`) ? name.slice(prefix.length + 1) : ''
  return /^\d{1,9}$/.test(number) ? [Number(number)] : []
}

/** Throws when something else has the name: we never write through a symbolic link. */
function makeOwnFolder(path: string): void {
  if (isOwnFolder(path)) return
  // What is there and no folder of ours makes this throw.
  mkdirSync(path, { mode: 0o700 })
}

function isOwnFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Ids of runs come from callers and upstream jobs: what is not plain is told by its hash. */
function safeName(id: string): string {
  const isPlain = /^[a-z0-9][a-z0-9._-]*(@\d{4}-\d\d-\d\dT[\d:.]+Z)?$/.test(id) && id.length <= 120
  return isPlain ? id : `=${createHash('sha256').update(id).digest('hex').slice(0, 40)}`
}
