// Devices and what can be done with them, found by name, host, tag and harness.
import { HardDrive } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import type { PaletteItem, PaletteSource } from '#platform/web/commands/palette-sources.ts'
import { rankMatch, wordsOf } from '#platform/web/commands/text-match.ts'
import type { Device } from '../contract.ts'
import { memoryOf } from '#base/machine-numbers.ts'
import { standingOf } from '../core/standing.ts'
import { actsFor } from './device-acts.ts'
import { devices } from './device-store.ts'

/** More would push the commands out of sight. */
const mostFound = 7

export const deviceSource: PaletteSource = { group: 'Devices', search: findInPalette }

function findInPalette(query: string): PaletteItem[] {
  if (query === '') return []
  const words = wordsOf(query)
  return devices
    .all()
    .flatMap((device) => [toDevice(device), ...actsFor(device).map((act) => toAct(device, act))])
    .map(({ item, texts }) => ({ item, rank: rankMatch(words, texts) }))
    .filter((found): found is { item: PaletteItem; rank: number } => found.rank !== null)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, mostFound)
    .map(({ item }) => item)
}

type Findable = { readonly item: PaletteItem; readonly texts: string[] }

function toDevice(device: Device): Findable {
  const { id, label, hostname, capabilities, installedHarnesses } = device
  const free = memoryOf(device)
  const item = {
    id: `device:${id}`,
    title: label,
    meta: [hostname, standingOf(device), free === null ? null : `${free.words} free`].filter(Boolean).join(', '),
    icon: HardDrive,
    run: () => navigate(`/devices?${new URLSearchParams({ q: label }).toString()}`),
    copyText: id,
  }
  return { item, texts: [label, hostname, ...capabilities, ...installedHarnesses] }
}

function toAct(device: Device, { label, icon, run }: ReturnType<typeof actsFor>[number]): Findable {
  const title = `${label}: ${device.label}`
  return { item: { id: `${title}:${device.id}`, title, meta: device.hostname, icon, run }, texts: [title] }
}
