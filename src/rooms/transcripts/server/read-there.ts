// The file of a conversation as a device has it: asked for there, and believed in nothing but its shape.
import { filePartSchema, type FilePart, type FilePartRequest } from '../contract.ts'
import { cleaned } from '../core/file-part.ts'
import type { TranscriptsOfDevices } from './ports.ts'

/** A text says why there is no answer, and what to do. */
export async function readThere(
  { request, isConnected, nameOf }: TranscriptsOfDevices,
  deviceId: string,
  about: FilePartRequest,
): Promise<FilePart | string> {
  const name = nameOf(deviceId)
  if (!isConnected(deviceId))
    return `${name} is not connected: its transcripts are there, and are read when it is back.`
  const answer = await request(deviceId, 'transcript', about)
  const part = answer?.ok === true ? filePartSchema.safeParse(answer.value).data : undefined
  if (part !== undefined) return { ...part, items: part.items.map(cleaned) }
  return `${name} gave no transcript. Update the daemon there if it is of an older release.`
}
