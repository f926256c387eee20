// Finds out how our command is typed on this machine.
import { delimiter } from 'node:path'
import type { OwnCommand } from '#base/own-command.ts'
import { variable, type Environment } from '../config/environment.ts'
import { findProgram } from './install-hint.ts'

/** Folders that npm puts before the PATH of what it runs: a person's shell has them not. */
const ofNpm = /[/\\](node_modules[/\\]\.bin|node-gyp-bin)$/

export function ownCommandOf(environment: Environment): OwnCommand {
  return findProgram('orrery', { ...environment, PATH: typedPath(environment) }) === null ? 'npx orrery' : 'orrery'
}

/** PATH as a person's shell has it. */
export function typedPath(environment: Environment): string {
  const folders = (variable(environment, 'PATH') ?? '').split(delimiter)
  return folders.filter((folder) => !ofNpm.test(folder)).join(delimiter)
}
