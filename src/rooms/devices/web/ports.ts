// What the panel of a device needs from other rooms; app/web connects it once, in fabric mode.
import type { ComponentType } from 'react'
import type { Session } from '#rooms/sessions/contract.ts'
import type { Device } from '../contract.ts'

/** What another room opens for a device; `why` says what is missing for it. */
export type DeviceAct = {
  readonly label: string
  readonly why: (device: Device) => string | null
  readonly run: (device: Device) => void
}

/** Other rooms' part of the panel. */
export type DevicePorts = {
  readonly titleOf: (session: Session) => string
  readonly openSession: (id: string) => void
  /** Hears that a session of the device began, moved or ended; the answer ends that. */
  readonly onSessionsOf: (deviceId: string, listener: () => void) => () => void
  readonly acts: readonly DeviceAct[]
  /** What it reads of the vault, and how that is ended: of a device, by its recipient and how much the hub was told. */
  readonly VaultOf: ComponentType<{ readonly id: string; readonly recipient: string; readonly reads: number }>
}

let connected: DevicePorts | null = null

/** Call it once, before anything of devices is shown. */
export function connectDevices(ports: DevicePorts): void {
  connected = ports
}

/** Throws where nobody connected them. */
export function devicePorts(): DevicePorts {
  if (connected === null) throw new Error('devices shown without what app/web hands over')
  return connected
}
