// A machine in a line of the picture.
import type { Device } from '#rooms/devices/contract.ts'

const gibibyte = 1024 ** 3

export function machineLine(device: Device): string {
  const { label, status, free_ram: free, total_ram: total, load, cores, active_sessions: count } = device
  const parts = [
    label,
    status,
    status !== 'online' || free === null || total === null
      ? null
      : `${Math.round(free / gibibyte)} of ${Math.round(total / gibibyte)} GiB free`,
    status !== 'online' || load === null || cores === null || cores <= 0
      ? null
      : `load ${Math.round((load / cores) * 100)} %`,
    count === 0 ? null : count === 1 ? '1 session' : `${count} sessions`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}
