// Reads a file of lines in bounded memory and crosses out single lines in place.
import { unlessMissing } from '#platform/server/files/missing.ts'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { privateFileMode } from '#platform/server/files/write-atomic.ts'
import { doneMark, lineLimitBytes } from '../../core/queue-line.ts'

export type Line = {
  /** Offset of its first byte. */
  readonly start: number
  /** Bytes, without the line end. */
  readonly length: number
  /** Cut to `lineLimitBytes`. */
  readonly text: string
  /** False for a last line without a line end, which may still be being written. */
  readonly isEnded: boolean
}

const chunkBytes = 64 * 1024

/** Opens for reading and crossing out; null when there is no file. Throws for a symbolic link and for what is no file. */
export async function openLines(path: string): Promise<FileHandle | null> {
  const file = await openExisting(path)
  if (file === null) return null
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is not a regular file`)
    await file.chmod(privateFileMode)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** All lines up to where the file ends when it is reached. */
export async function* readLines(file: FileHandle): AsyncGenerator<Line> {
  const chunk = Buffer.alloc(chunkBytes)
  const line = new LineCollector()
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, position)
    if (bytesRead === 0) break
    const bytes = chunk.subarray(0, bytesRead)
    for (let at = 0; at < bytesRead;) {
      const lineEnd = bytes.indexOf(0x0a, at)
      const end = lineEnd === -1 ? bytesRead : lineEnd
      line.add(bytes.subarray(at, end))
      if (lineEnd !== -1) yield line.take(true)
      at = end + 1
    }
    position += bytesRead
  }
  if (line.length > 0) yield line.take(false)
}

/** One write of one byte: it is there or it is not. */
export async function crossOut(file: FileHandle, line: Line): Promise<void> {
  await file.write(doneMark, line.start, 'latin1')
}

/** Crosses the line out and leaves nothing of its text. */
export async function blackOut(file: FileHandle, line: Line): Promise<void> {
  const marks = Buffer.alloc(Math.min(line.length, lineLimitBytes), doneMark)
  await file.write(marks, 0, marks.length, line.start)
}

class LineCollector {
  length = 0
  #start = 0
  #kept: Buffer[] = []
  #keptBytes = 0

  add(bytes: Buffer): void {
    const kept = bytes.subarray(0, lineLimitBytes - this.#keptBytes)
    // A copy, since the chunk is read into again.
    if (kept.length > 0) this.#kept.push(Buffer.from(kept))
    this.#keptBytes += kept.length
    this.length += bytes.length
  }

  take(isEnded: boolean): Line {
    const text = Buffer.concat(this.#kept).toString('utf8')
    const line = { start: this.#start, length: this.length, text, isEnded }
    this.#start += this.length + 1
    this.length = 0
    this.#kept = []
    this.#keptBytes = 0
    return line
  }
}

function openExisting(path: string): Promise<FileHandle | null> {
  // Without NONBLOCK a named pipe in the file's place would hang the service.
  return unlessMissing(open(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK))
}
