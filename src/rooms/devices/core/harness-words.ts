// What is said of the clients of a device: each by its name, its version, and that this is older than what was tried.
import { isOlder } from '#base/is-older.ts'
import { versionWords } from '#base/version-words.ts'
import type { Device } from '../contract.ts'

type Told = Pick<Device, 'installedHarnesses' | 'harness_versions'>

/** Each that is installed; `version` is null for one that told none. */
export function harnessWords({ installedHarnesses: names, harness_versions: versions }: Told) {
  return names.map((name) => {
    const told = versions[name]
    return { name, version: told === undefined ? null : versionWords(told.version, told.tried) }
  })
}

/** The same for a narrow place. */
export function harnessesShort({ installedHarnesses: names, harness_versions: versions }: Told): string[] {
  return names.map((name) => {
    const told = versions[name]
    if (told === undefined) return name
    const { version, tried } = told
    return tried !== null && isOlder(version, tried) ? `${name} ${version} (older)` : `${name} ${version}`
  })
}
