// Reads a part of what a step printed, never through the middle of a character.
import type { FlowContext } from '../context.ts'
import { readStretch, type OutputFiles, type StepName, type Stretch } from './output-files.ts'

export type OutputPart = {
  readonly text: Buffer
  /** The byte at which the text begins; later than asked for where nothing was kept, or amid a character. */
  readonly begins: number
  /** Bytes of the whole. */
  readonly total: number
}

/** A negative `from` counts from the end. Null for an unknown run or step. */
export async function readOutput(
  { reads, files }: Pick<FlowContext, 'reads' | 'files'>,
  { runId, stepId }: StepName,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<OutputPart | null> {
  const step = await reads.step(runId, stepId)
  // A step that has not begun has printed nothing; whether it exists is the definition's to say.
  if (step === null) {
    const definition = await reads.definition(runId)
    const isKnown = definition?.steps.some(({ id }) => id === stepId) ?? false
    return isKnown ? { text: Buffer.alloc(0), begins: 0, total: 0 } : null
  }
  const name = { runId: step.reusedFrom ?? runId, stepId }
  const total = files.size(name)
  // A mirrored step has no file: its tail is all there is.
  if (total === 0) return partOf(Buffer.from(step.output_tail), from, limit)
  return readKept(files, name, { from: from < 0 ? Math.max(0, total + from) : from, limit, total })
}

type Wanted = { readonly from: number; readonly limit: number; readonly total: number }

async function readKept(files: OutputFiles, name: StepName, { from, limit, total }: Wanted): Promise<OutputPart> {
  const stretches = untilGap(files.stretches(name, from))
  const blocks: Buffer[] = []
  let room = limit
  for (const stretch of stretches) {
    if (room === 0) break
    const block = await readStretch(stretch, room)
    blocks.push(block)
    room -= block.length
  }
  const begins = stretches[0]?.offset ?? Math.min(from, total)
  const { text, skipped } = wholeCharacters(Buffer.concat(blocks), { isCut: room === 0 })
  return { text, begins: begins + skipped, total }
}

/** What follows a gap is asked for by its own offset. */
function untilGap(stretches: readonly Stretch[]): readonly Stretch[] {
  const gap = stretches.findIndex((stretch, index) => {
    const before = stretches[index - 1]
    return before !== undefined && before.offset + before.bytes !== stretch.offset
  })
  return gap === -1 ? stretches : stretches.slice(0, gap)
}

function partOf(bytes: Buffer, from: number, limit: number): OutputPart {
  const begins = from < 0 ? Math.max(0, bytes.length + from) : Math.min(from, bytes.length)
  const { text, skipped } = wholeCharacters(bytes.subarray(begins, begins + limit), {
    isCut: begins + limit < bytes.length,
  })
  return { text, begins: begins + skipped, total: bytes.length }
}

/** Bytes of one character that follow its first. */
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80
const longestCharacter = 4

/** Without the rest of a character at the beginning and, where it was cut, the first part of one at the end. */
function wholeCharacters(bytes: Buffer, { isCut }: { readonly isCut: boolean }): { text: Buffer; skipped: number } {
  let skipped = 0
  while (skipped < longestCharacter - 1 && isContinuation(bytes[skipped])) skipped += 1
  let end = bytes.length
  if (isCut) {
    let last = end - 1
    while (last > end - longestCharacter && isContinuation(bytes[last])) last -= 1
    if (last >= 0 && last + characterBytes(bytes[last] ?? 0) > end) end = last
  }
  return { text: bytes.subarray(skipped, Math.max(skipped, end)), skipped }
}

function characterBytes(first: number): number {
  if (first >= 0xf0) return 4
  if (first >= 0xe0) return 3
  return first >= 0xc0 ? 2 : 1
}
