// The unit of a program of this home on this machine: what it should say, and what stands in its file.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodes, type ExitName } from '../cli/exit-codes.ts'
import { typedPath } from '../cli/own-command.ts'
import type { Environment } from '../config/environment.ts'
import { settings } from '../config/settings.ts'
import { unitName } from './unit-name.ts'
import { unitMark, type UnitNoun } from './unit-text.ts'
import { unitVariables } from './unit-variables.ts'
import { findManager, type Manager } from './manager.ts'

export type UnitPlace = {
  readonly environment: Environment
  readonly userHome: string
  readonly home: string
  /** How this command itself runs. */
  readonly ownArgv: readonly string[]
}

/** What a unit keeps running. */
export type UnitProgram = {
  readonly noun: UnitNoun
  /** What starts it, behind the program itself. */
  readonly args: readonly string[]
  /** Options of Node in place of those by which this command runs. Default: the same. */
  readonly nodeOptions?: readonly string[]
  /** Set for its process alone, besides what a unit always sets. */
  readonly variables?: Readonly<Record<string, string>>
  /** Ends after which another start would end the same. */
  readonly lastingExits: readonly ExitName[]
}

const namesOf: Readonly<Record<UnitNoun, string>> = { service: 'orrery', daemon: 'orrery-daemon' }

export type OwnUnit = {
  readonly noun: UnitNoun
  readonly manager: Manager
  /** What its file should hold, as this shell would install it. */
  readonly wanted: string
  /** Variables that are set here and that a unit must not hold. */
  readonly secrets: readonly string[]
}

/** Null where no service manager is known. */
export function ownUnit(
  { environment, userHome, home, ownArgv }: UnitPlace,
  { noun, args, nodeOptions, variables: more, lastingExits }: UnitProgram,
): OwnUnit | null {
  const name = unitName(namesOf[noun], home, join(userHome, '.service'))
  const manager = findManager({ environment, userHome, name, platform: process.platform })
  if (manager === null) return null
  const plain = Object.values(settings).map(({ env, secret }) => ({ env, secret }))
  const variables = unitVariables(environment, { settings: plain, home, path: typedPath(environment) })
  const lastingCodes = lastingExits.map((exit) => exitCodes[exit].code)
  const [node = '', ...rest] = ownArgv
  const own = nodeOptions === undefined ? ownArgv : [node, ...nodeOptions, ...rest.slice(-1)]
  const set = { ...variables.environment, ...more }
  const spec = { noun, argv: [...own, ...args], environment: set, home, lastingCodes }
  return { noun, manager, wanted: manager.textOf(spec), secrets: variables.secrets }
}

/** What stands in the unit's file: nothing, ours, or another's text, which is left alone. */
export function readUnit({ noun, manager }: OwnUnit): { readonly text: string; readonly isOurs: boolean } | null {
  if (!existsSync(manager.file)) return null
  const text = readFileSync(manager.file, 'utf8')
  return { text, isOurs: text.includes(unitMark(noun)) }
}
