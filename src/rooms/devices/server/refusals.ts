// What is refused about devices, in words.
import type { Refusal } from '#platform/contract.ts'
import type { Device } from '../contract.ts'

export function noSuchDevice(id: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no device ${JSON.stringify(id.slice(0, 100))}.`,
    hint: 'See which there are with `orrery devices`.',
  }
}

export function deviceOffline(device: Pick<Device, 'label'> | null): Refusal {
  return {
    error: 'device_offline',
    reason: `${device?.label ?? 'The device'} does not answer: it is off, asleep or without a network.`,
    hint: 'On the device, `orrery daemon status` says what it sees, and `orrery daemon run` connects it.',
  }
}

/** `why`: of each device why it will not do. */
export function noDevice(why: readonly { readonly label: string; readonly whyNot: string }[]): Refusal {
  return {
    error: 'no_device',
    reason: why.length === 0 ? 'There is no device that could run it.' : 'No device will do for it.',
    hint:
      why.length === 0
        ? 'Pair one with `orrery devices pair` (fabric mode).'
        : 'The details say of each device what is missing.',
    details: why.map(({ label, whyNot }) => ({ field: label, reason: whyNot })),
  }
}

/** It is connected to another node, which alone starts what runs there. */
export function heldElsewhere(label: string, node: string): Refusal {
  return {
    error: 'device_offline',
    reason: `${label} is connected to the node ${node}, and not here.`,
    hint: `Ask on the page of ${node}, or look there why it does not answer.`,
  }
}
