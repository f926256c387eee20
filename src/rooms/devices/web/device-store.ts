// The devices as the page knows them; the board's feed fills it. Loaded with the page, so it holds no more than that.
import { ok } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import { followIn } from '#platform/web/live/follower.ts'
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { listDevices, liveDevices } from '../api.ts'
import type { Device } from '../contract.ts'

/** Revoked ones are not in it. */
export const devices = createEntityStore<Device>()

/** Whether the devices were told once: before that, absence means nothing. */
export const devicesLoaded = createValue(false)

export const devicesFollower = followIn(liveDevices, devices, {
  isTold: devicesLoaded,
  async read() {
    const answer = await call(listDevices)
    return answer.ok ? ok(answer.value.devices) : answer
  },
})
