// Reads the devices every few seconds while somebody looks at them: what the feed did not tell is seen all the same.
import { secondMs } from '#base/time.ts'
import { callIfChanged } from '#platform/web/api/poll.ts'
import { listDevices } from '../api.ts'
import { devices, devicesLoaded } from './device-store.ts'

const everyMs = 5 * secondMs

/** Until the answer is called. A hidden page asks nothing, and asks at once when it is seen again. */
export function pollDevices(): () => void {
  let tag: string | null = null
  let isAsking = false
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || isAsking) return
    isAsking = true
    const answer = await callIfChanged(listDevices, tag)
    isAsking = false
    // What is away is told by the bar over the page.
    if (!answer.ok || answer.value === null) return
    tag = answer.value.tag
    devices.replaceAll(answer.value.value.devices)
    devicesLoaded.set(true)
  }
  const every = setInterval(() => void ask(), everyMs)
  const onSight = (): void => void ask()
  document.addEventListener('visibilitychange', onSight)
  void ask()
  return () => {
    clearInterval(every)
    document.removeEventListener('visibilitychange', onSight)
  }
}
