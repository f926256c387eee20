// What a room offers to the command line as a whole: app/program.ts lists the rooms, and each brings its own.
import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type { Environment } from '../config/environment.ts'
import type { Cli } from './cli.ts'
import type { Check, Repair } from './doctor/finding.ts'

/** What commands of a room stand on. */
export type CliGround = {
  readonly cli: Cli
  /** The settings in force, read when a command needs them. Throws a `CliError` with what is wrong in them. */
  readonly config: () => Config
  /** The same, with where they come from. */
  readonly loaded: () => LoadedConfig
}

/** What a room's looks for doctor stand on. */
export type CheckGround = {
  readonly config: Config
  readonly environment: Environment
  readonly userHome: string
}

/** The part of a room in the `orrery` command. */
export type CliRoom = {
  /** The folder of the room. */
  readonly name: string
  /** Adds its commands; what only one of them needs is loaded by that one. */
  readonly addCommands: (program: Command, ground: CliGround) => void
  /** What doctor looks at for it, where the settings can be read. What a look needs is loaded by the look. */
  readonly checks?: (ground: CheckGround) => readonly Check[]
  /** What `orrery doctor --fix` mends of it: what is Orrery's own, and may be mended while the service runs. */
  readonly repairs?: (ground: CheckGround) => readonly Repair[]
}
