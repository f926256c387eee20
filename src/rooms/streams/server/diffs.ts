// How a file of a session differs: by its tree here, or by that on the device on which the session runs.
import { diffAnswerSchema, type DiffAnswer } from '../contract.ts'
import type { FollowFiles } from './follow-files.ts'
import type { StreamsOfDevices } from './ports.ts'

export type DiffsParts = {
  readonly files: Pick<FollowFiles, 'diff'>
  readonly devices: () => StreamsOfDevices | null
}

/** `deviceId`: null for a session of this machine. */
export type ReadDiff = (
  session: { readonly id: string; readonly deviceId: string | null },
  path: string,
) => Promise<DiffAnswer['diff']>

export function createDiffs({ files, devices }: DiffsParts): ReadDiff {
  return async ({ id, deviceId }, path) => {
    if (deviceId === null) return files.diff(id, path)
    const nothing = { path, text: null, is_cut: false } as const
    const there = devices()
    if (there === null) return { ...nothing, why: 'It ran on a device, and this service has none.' }
    const away = `${there.nameOf(deviceId)} is not connected: the difference is kept there.`
    if (!there.isConnected(deviceId)) return { ...nothing, why: away }
    const answer = await there.request(deviceId, 'diff', { session_id: id, path })
    if (answer === null) return { ...nothing, why: away }
    const told = diffAnswerSchema.safeParse(answer.value).data
    if (!answer.ok || told === undefined)
      return { ...nothing, why: `${there.nameOf(deviceId)} could not tell the difference.` }
    return { ...told.diff, path }
  }
}
