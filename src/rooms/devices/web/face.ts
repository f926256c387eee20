// A device as other pages draw it.
import type { Device } from '../contract.ts'
import { loadOf, memoryOf } from '#base/machine-numbers.ts'
import { awaySince, standingOf, type DeviceStanding } from '../core/standing.ts'
import type { DeviceFace } from './contract.ts'

/** The colour and the word of each standing. */
export const looks: Readonly<Record<DeviceStanding, Pick<DeviceFace, 'tone' | 'said'>>> = {
  online: { tone: 'done', said: 'Online' },
  outdated: { tone: 'wait', said: 'Needs update' },
  unreachable: { tone: 'wait', said: 'Unreachable' },
  offline: { tone: 'fail', said: 'Offline' },
  revoked: { tone: 'fail', said: 'Revoked' },
}

export function faceOf(device: Device): DeviceFace {
  const standing = standingOf(device)
  const [memory, load] = [memoryOf(device), loadOf(device)]
  const isThere = device.status === 'online'
  const total = memory?.words.replace(/^.* of /, '') ?? null
  return {
    standing,
    ...looks[standing],
    memory: isThere && memory !== null ? `${memory.words} free` : total,
    free: isThere ? (memory?.part ?? null) : null,
    load: isThere ? (load?.part ?? null) : null,
    loadWords: isThere ? (load?.words ?? null) : null,
    awaySince: awaySince(device),
  }
}
