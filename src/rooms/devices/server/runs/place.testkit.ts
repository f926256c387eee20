// For tests: a hub with a sessions room that the test writes, and devices that may be given work.
import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { online, openRoom, pairDevice, type TestRoom } from '../room.testkit.ts'
import { scriptSessions, type ScriptedSessions } from './sessions.testkit.ts'

export type Place = TestRoom & { readonly sessions: ScriptedSessions }
type Test = { after: (end: () => Promise<void>) => void }

export async function openPlace(home?: string): Promise<Place> {
  const opened = Promise.withResolvers<ScriptedSessions>()
  const room = await openRoom({
    ...(home === undefined ? {} : { home }),
    sessions(commits) {
      const sessions = scriptSessions(commits)
      opened.resolve(sessions)
      return sessions
    },
  })
  return { ...room, sessions: await opened.promise }
}

export async function withPlace(t: Test): Promise<Place> {
  const place = await openPlace()
  t.after(() => place.remove())
  return place
}

/** A device that may be given work. */
export async function atWork(place: Place, label?: string) {
  const device = await pairDevice(place, label === undefined ? {} : { label })
  const channel = await online(place, device)
  channel.beat()
  await channel.next()
  return { device, channel }
}

/** What was sent is taken; what the hub sends then comes after `ms`. */
export async function settle(place: Place, ms = 100): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await setImmediate()
  await place.time.pass(ms)
  for (let turn = 0; turn < 30; turn++) await setImmediate()
}

export async function until(place: Place, isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000 && !isSo(); turn++) await settle(place, 1)
  assert.ok(isSo(), 'it did not become so')
}
