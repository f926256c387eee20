// What is the matter with a device, and what a person types there to mend it.
import type { Device } from '../contract.ts'
import { isOlder } from '#base/is-older.ts'
import { standingOf } from './standing.ts'

/** `command` works on the device as it stands. */
export type Advice = { readonly text: string; readonly command: string }

/** Null for one that is well. `hubVersion` null: it is not known yet. */
export function adviceFor(device: Device, hubVersion: string | null): Advice | null {
  if (device.clone_seen_at !== null) {
    return {
      text: 'A second machine came with its key and was turned away. Unpair the copy there, or revoke this one.',
      command: 'orrery daemon unpair',
    }
  }
  if (device.status === 'online' && hubVersion !== null && isOlder(device.version, hubVersion)) {
    return {
      text: 'Runs an older release than the hub. Update Orrery there, then start its daemon anew; sessions in tmux go on.',
      command: 'orrery daemon run',
    }
  }
  switch (standingOf(device)) {
    case 'online':
    case 'revoked':
      return null
    case 'outdated':
      return device.outdated === 'hub' ? hubIsOlder : daemonIsOlder
    case 'unreachable':
      return {
        text: 'It fell silent without a goodbye: it sleeps, is off, or has no network. Its own word on that:',
        command: 'orrery daemon status',
      }
    case 'offline':
      return {
        text: device.last_heartbeat === null ? 'Paired, and not connected yet.' : 'Its daemon does not run.',
        command: 'orrery daemon run',
      }
  }
}

const daemonIsOlder: Advice = {
  text: 'Too old for this hub: the two do not understand each other. Update Orrery there, then start its daemon anew.',
  command: 'orrery daemon run',
}

const hubIsOlder: Advice = {
  text: 'Newer than this hub: the two do not understand each other. Update the hub; until then its own word is:',
  command: 'orrery daemon status',
}
