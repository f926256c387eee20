// What goes when a device is revoked, as sentences.
import type { Session } from '#rooms/sessions/contract.ts'
import type { Device } from '../contract.ts'

/** `state` is the one whose dot stands before the sentence. */
export type Loss = { readonly state: string; readonly text: string }

type Known = Pick<Session, 'state' | 'ended_at' | 'label' | 'prompt'>

/** So many sessions are named; the rest is a number. */
const fewNamed = 3

export function lossesOf(device: Pick<Device, 'status'>, sessions: readonly Known[]): Loss[] {
  const alive = sessions.filter(({ ended_at: endedAt }) => endedAt === null)
  const begun = alive.filter(({ state }) => state !== 'idle')
  const idle = alive.length - begun.length
  const losses: Loss[] = []
  if (begun.length > 0) {
    const names = begun.slice(0, fewNamed).map(({ label, prompt }) => `“${label || prompt.split('\n')[0]}”`)
    const more = begun.length > fewNamed ? ` and ${begun.length - fewNamed} more` : ''
    const what =
      begun.length === 1 ? '1 session there counts as failed' : `${begun.length} sessions there count as failed`
    losses.push({
      state: 'failed',
      text: `${what}: ${names.join(', ')}${more}. What they run there is ended.`,
    })
  }
  if (idle > 0) {
    const text =
      idle === 1 ? '1 session that waits to start there does not.' : `${idle} sessions that wait to start there do not.`
    losses.push({ state: 'idle', text })
  }
  const end =
    device.status === 'online'
      ? 'Its daemon ends, and says why.'
      : 'It is away: its daemon ends all of that when it dials again and hears of it.'
  return [...losses, { state: device.status === 'online' ? 'done' : 'idle', text: end }]
}
