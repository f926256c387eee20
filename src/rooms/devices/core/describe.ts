// All that is known of a device as terms and words, in the order of its panel.
import { formatDuration } from '#base/duration.ts'
import { secondMs } from '#base/time.ts'
import type { DeviceDetail } from '../contract.ts'
import { harnessWords } from './harness-words.ts'
import { loadOf, memoryOf } from '#base/machine-numbers.ts'
import { standingOf } from './standing.ts'

/** `clock` writes moments. */
export function describe(
  { device, sessions, vault, variant }: DeviceDetail,
  clock: (iso: string) => string,
): (readonly [term: string, said: string])[] {
  const live = sessions.filter(({ ended_at: endedAt }) => endedAt === null)
  const { gpus, models, gateway } = variant ?? { gpus: null, models: null, gateway: null }
  return [
    ['Label', device.label],
    ['Hostname', device.hostname],
    ['Private address', device.private_ip ?? '-'],
    ['Public key', device.public_key ?? "none: it is the hub's own machine"],
    ['Six words', device.fingerprint.join(' ') || '-'],
    ['Paired', clock(device.paired_at)],
    ['Status', standingOf(device)],
    ['Free RAM', memoryOf(device)?.words ?? '-'],
    ['Load', loadOf(device)?.words ?? '-'],
    ['Connected', device.connected_duration === null ? '-' : formatDuration(device.connected_duration * secondMs)],
    [
      'Active sessions',
      live
        .map(({ state, label, tmux_session: name }) => `${label || name} (${state.replaceAll('_', ' ')})`)
        .join(', ') || '-',
    ],
    ['Capabilities', device.capabilities.join(' ') || '-'],
    [
      'Harnesses',
      harnessWords(device)
        .map(({ name, version }) => (version === null ? name : `${name} ${version}`))
        .join('; ') || '-',
    ],
    ['Vault', vault === null ? 'no recipient' : `reads ${vault.reads}, as ${vault.recipient}`],
    ...(gpus ?? []).map((gpu) => {
      const free = memoryOf({ free_ram: gpu.free_memory, total_ram: gpu.total_memory })
      return ['Graphics', free === null ? gpu.name : `${gpu.name}, ${free.words} free`] as const
    }),
    ...(models === null ? [] : [['Models', models.join(' ') || '-'] as const]),
    ...(gateway === null
      ? []
      : [['Gateway', `${gateway.is_up ? 'answers' : 'does not answer'} on port ${gateway.port}`] as const]),
  ]
}
