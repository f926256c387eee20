// A device as the hub tells of it, for tests.
import type { Device } from '#rooms/devices/contract.ts'

const gibibyte = 1024 ** 3

/** Online and half busy, unless a test wants something else. */
export function sampleDevice(fields: Partial<Device> = {}): Device {
  return {
    id: 'd1',
    label: 'Forge',
    hostname: 'forge.example',
    private_ip: '192.168.1.5',
    public_key: 'mK3v9Rk2AAAAAAAAAAAAAAAAAAAAAAAAAAAA7pQ1xwA',
    fingerprint: ['amberwolf', 'cedarlamp', 'jadering', 'moonpath', 'saltbird', 'oakrope'],
    paired_at: '2026-11-20T10:00:00.000Z',
    revoked_at: null,
    status: 'online',
    is_unreachable: false,
    outdated: null,
    free_ram: 16 * gibibyte,
    total_ram: 32 * gibibyte,
    load: 2,
    cores: 4,
    capabilities: ['home-net', 'ram:32', 'harness:codex'],
    tags: ['home-net'],
    installedHarnesses: ['codex'],
    harness_versions: {},
    models: [],
    gpus: [],
    gateway: null,
    connected_since: '2026-11-20T10:00:00.000Z',
    connected_duration: 60,
    last_heartbeat: '2026-11-20T10:01:00.000Z',
    version: '0.1.0',
    platform: 'linux x64',
    is_local: false,
    active_sessions: 0,
    dropped_frames: 0,
    clone_seen_at: null,
    ...fields,
  }
}
