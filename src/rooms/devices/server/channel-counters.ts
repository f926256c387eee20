// What /metrics tells of the devices' channel.
import type { MetricCounter, Metrics } from '#platform/server/metrics/metrics.ts'

/** What a person may wonder about. */
export type ChannelCounters = {
  /** Frames of types that this hub does not know. */
  readonly unknown: MetricCounter
  /** Frames that nobody here takes. */
  readonly dropped: MetricCounter
  /** Frames about sessions that are not their device's. */
  readonly foreign: MetricCounter
  /** Second machines with a device's key. */
  readonly clones: MetricCounter
}

const names = {
  unknown: ['orrery_device_frames_unknown_total', 'Frames of devices of a type that this hub does not know.'],
  dropped: ['orrery_device_frames_dropped_total', 'Frames of devices that nobody takes.'],
  foreign: ['orrery_device_frames_foreign_total', 'Frames of devices about sessions that are not their own.'],
  clones: ['orrery_device_clones_total', 'Second machines that came with the key of a connected device.'],
} as const

/** They count from the moment that they are registered on: nobody is connected before. */
export function createChannelCounters(): ChannelCounters & { register(metrics: Pick<Metrics, 'counter'>): void } {
  const registered = new Map<string, MetricCounter>()
  const counter = (name: keyof typeof names): MetricCounter => ({ add: (count) => registered.get(name)?.add(count) })
  return {
    unknown: counter('unknown'),
    dropped: counter('dropped'),
    foreign: counter('foreign'),
    clones: counter('clones'),
    register(metrics) {
      for (const [name, [title, help]] of Object.entries(names)) registered.set(name, metrics.counter(title, help))
    },
  }
}
