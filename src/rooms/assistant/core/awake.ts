// Whether the local model would answer, by what the devices tell; and if not, why, in words.
import { hasModel } from '#base/harness/local-models.ts'
import type { Device } from '#rooms/devices/contract.ts'

type Told = Pick<Device, 'label' | 'status' | 'capabilities' | 'installedHarnesses' | 'models'>

export type Wakefulness =
  | { readonly isAwake: true; readonly present: readonly string[]; readonly on: readonly string[] }
  | { readonly isAwake: false; readonly why: string; readonly hint: string }

const harness = 'mother-llm'

export function wakefulnessOf(devices: readonly Told[]): Wakefulness {
  const paired = devices.filter(({ status }) => status !== 'revoked')
  if (paired.length === 0)
    return silent('No machine is a device.', 'In fabric mode this machine is one, and others are paired.')
  const able = paired.filter(
    ({ capabilities, installedHarnesses }) => capabilities.includes(harness) && installedHarnesses.includes(harness),
  )
  if (able.length === 0)
    return silent('No machine has a local model.', 'Install Ollama on one of them, and fetch a model.')
  const there = able.filter(({ status }) => status === 'online')
  if (there.length === 0)
    return silent(`${named(able)} ${able.length === 1 ? 'is' : 'are'} away.`, 'Start the daemon there.')
  const answering = there.filter(({ models }) => models.length > 0)
  if (answering.length === 0) {
    const hint = 'Start it there with: ollama serve. A model is fetched with: ollama pull <model>'
    return silent(`On ${named(there)} no model server answers, or it has no model.`, hint)
  }
  const present = [...new Set(answering.flatMap(({ models }) => models))]
  return { isAwake: true, present, on: answering.map(({ label }) => label) }
}

/** The first of the offered ones that is there; else any that is; else the default one. */
export function modelToOffer(offered: readonly string[], present: readonly string[]): string {
  return offered.find((model) => hasModel(present, model)) ?? present[0] ?? offered[0] ?? ''
}

const silent = (why: string, hint: string): Wakefulness => ({ isAwake: false, why, hint })

const mostNamed = 3

const named = (devices: readonly Told[]): string => namesOf(devices.map(({ label }) => label))

/** `atlas, forge, north and 4 more` */
export function namesOf(labels: readonly string[]): string {
  const names = labels.slice(0, mostNamed)
  const more = labels.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}
