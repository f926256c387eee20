// What one step prints: gathered into blocks for the disk and for those who follow it, with its tail at hand.
import { cutText } from '#base/cut-text.ts'
import { outputTailLimit } from '../../contract.ts'
import type { OutputFiles, StepName } from './output-files.ts'

/** Followers see output this much later at most. */
const flushMs = 50
/** A body that prints in one go is written in blocks of this size, so that its output never gathers in memory. */
const blockBytes = 256 * 1024
/** A longer line is cut: nobody reads it, and one frame carries it. */
const longestLine = 64 * 1024

export type OutputChunk = StepName & { readonly offset: number; readonly text: string }

export interface StepOutput {
  /** One line without its end. After `close` it does nothing. */
  line(text: string): void
  /** The last characters, and the bytes in all. */
  state(): { readonly tail: string; readonly bytes: number }
  /** Writes what waits. Late lines are ignored. */
  close(): void
}

export type StepOutputParts = {
  readonly step: StepName
  readonly files: OutputFiles
  /** Where a step that goes on after a restart or for another try left off. */
  readonly before: { readonly tail: string; readonly bytes: number }
  /** Each block, once it is on disk. */
  readonly onChunk: (chunk: OutputChunk) => void
  /** The disk did not take a block, which is left out then. */
  readonly onError: (error: unknown) => void
}

export function openStepOutput({ step, files, before, onChunk, onError }: StepOutputParts): StepOutput {
  let { tail } = before
  // The journal is told now and then, the file at once: after a kill the file knows more.
  let bytes = Math.max(before.bytes, files.size(step))
  let waiting: string[] = []
  let waitingLength = 0
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting.length === 0) return
    const text = waiting.join('')
    waiting = []
    waitingLength = 0
    const data = Buffer.from(text)
    try {
      files.append(step, bytes, data)
    } catch (error) {
      onError(error)
    }
    const offset = bytes
    bytes += data.length
    tail = lastCharacters(tail, text)
    onChunk({ ...step, offset, text })
  }

  return {
    line(text) {
      if (isClosed) return
      const line = `${cut(text)}\n`
      waiting.push(line)
      waitingLength += line.length
      if (waitingLength >= blockBytes) flush()
      else timer ??= setTimeout(flush, flushMs).unref()
    },
    state: () => ({ tail, bytes }),
    close() {
      flush()
      isClosed = true
    },
  }
}

function cut(line: string): string {
  if (line.length <= longestLine) return line
  return `${cutText(line, longestLine)} … (${line.length - longestLine} characters more)`
}

function lastCharacters(before: string, text: string): string {
  const all = text.length >= outputTailLimit ? text : before + text
  if (all.length <= outputTailLimit) return all
  // Not amid a character of two halves.
  return all.slice(-outputTailLimit).replace(/^[\uDC00-\uDFFF]/, '')
}
