// `install`, `uninstall` and `logs` of a program that the service manager of this machine keeps running.
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cli } from '../cli/cli.ts'
import { CliError } from '../cli/cli-error.ts'
import { isHomeLocked } from '../files/home-lock.ts'
import { writeAtomicSync } from '../files/write-atomic.ts'
import type { Manager, Running } from './manager.ts'
import { ownUnit, readUnit, type OwnUnit, type UnitProgram } from './own-unit.ts'
import { isSameProgram } from './unit-text.ts'

/** What tells that the program came up, as it says it of itself. */
export type Up = {
  /** Ends a sentence that begins with the unit: `runs on http://…`. */
  readonly text: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** A program that has one place on this machine, whoever started it. */
export type ManagedProgram = UnitProgram & {
  /** Throws the `CliError` that every start would end with, as where something is missing that no start brings. */
  readonly check: () => void
  /** What it locks while it lives. */
  readonly folder: string
  /** Of the one that lives; null while it has not said it. */
  readonly pid: () => number | null
  /** Null until it is up. Asked while the folder is locked. */
  readonly up: () => Up | null
  /** What becomes of a secret that is set here; null where none is of use. */
  readonly secretsNote: string | null
  /** What stays when the unit goes. */
  readonly stays: string
  /** For a machine without a manager, and where the program's own log is read. */
  readonly startLine: string
  readonly logHint: string | null
}

const unitMode = 0o644
/** A start on a busy machine, with the copy of a database that a new version changes. */
const startLimitMs = 60_000
const lookEveryMs = 100

export type InstallOptions = { readonly print?: true }

export async function installUnit(cli: Cli, program: ManagedProgram, { print }: InstallOptions): Promise<void> {
  const own = unitOrThrow(cli, program)
  const { manager, wanted, secrets } = own
  if (print === true) {
    cli.output.raw(wanted)
    return
  }
  program.check()
  const before = readUnit(own)
  if (before?.isOurs === false) throw foreign(manager)
  const running = await manager.running()
  refuseSecond(program, running === 'running')
  const changed = before?.text !== wanted
  if (changed) {
    mkdirSync(dirname(manager.file), { recursive: true })
    writeAtomicSync(manager.file, wanted, unitMode)
  }
  must(manager, await manager.enable())
  if (changed || running !== 'running') must(manager, await manager.restart())
  const up = await cameUp(program, manager)
  const { unit, file, outlivesLogout } = manager
  const result = { manager: manager.name, unit, file, changed, ...up.facts, outlives_logout: outlivesLogout.holds }
  cli.output.result(result, `${unit} ${changed ? 'is installed' : 'was installed already'} and ${up.text}`)
  for (const name of program.secretsNote === null ? [] : secrets)
    cli.output.note(`${name} is set here and was left out, since other programs may read a unit${program.secretsNote}.`)
  if (!outlivesLogout.holds && outlivesLogout.line !== null)
    cli.output.note(`It ends when you log out, and starts when you log in. To keep it running: ${outlivesLogout.line}`)
}

export async function uninstallUnit(cli: Cli, program: ManagedProgram): Promise<void> {
  const own = unitOrThrow(cli, program)
  const { manager } = own
  const found = readUnit(own)
  if (found?.isOurs === false) throw foreign(manager)
  if (found !== null) {
    must(manager, await manager.disable())
    rmSync(manager.file, { force: true })
    await manager.forget()
  }
  const text = `${manager.unit} is gone. Agents go on, and ${program.stays} stays as it is.`
  cli.output.result(
    { unit: manager.unit, removed: found !== null },
    found === null ? `No ${manager.unit} is installed.` : text,
  )
}

export type UnitLogOptions = { readonly lines: number; readonly follow?: true }

export async function showUnitLogs(cli: Cli, program: ManagedProgram, options: UnitLogOptions): Promise<void> {
  const { manager } = unitOrThrow(cli, program)
  const argv = manager.logArgv({ lines: options.lines, follow: options.follow === true })
  const code = await cli.process.runOnTerminal(argv, cli.process.environment)
  if (code === null) {
    const hints = program.logHint === null ? [] : [program.logHint]
    throw new CliError('unavailable', `${argv[0]} is not installed`, { hints })
  }
  cli.exitCode = code
}

/** How a unit stands. */
export type UnitStanding = {
  readonly manager: Manager['name']
  readonly unit: string
  readonly file: string
  readonly installed: 'no' | 'yes' | 'differs' | 'not_ours'
  /** What its manager says; null where it has no unit. */
  readonly running: Running | null
  readonly outlives_logout: boolean
}

/** Asks the manager only of a unit that is there. */
export async function unitStanding(own: OwnUnit): Promise<UnitStanding> {
  const { manager, wanted } = own
  const found = readUnit(own)
  const { name, unit, file, outlivesLogout } = manager
  return {
    manager: name,
    unit,
    file,
    installed:
      found === null ? 'no' : found.isOurs ? (isSameProgram(found.text, wanted) ? 'yes' : 'differs') : 'not_ours',
    running: found === null ? null : await manager.running(),
    outlives_logout: outlivesLogout.holds,
  }
}

/** A sentence on whether it is installed. */
export function installedText({ noun }: Pick<OwnUnit, 'noun'>, { installed, unit, file }: UnitStanding): string {
  switch (installed) {
    case 'no':
      return `${unit} is not installed: orrery ${noun} install`
    case 'yes':
      return `Installed in ${file}.`
    case 'differs':
      return `${file} starts another program than this one: orrery ${noun} install`
    case 'not_ours':
      return `${file} was not written by orrery and is left alone.`
  }
}

/** Null where neither manager is. */
export function unitHere(cli: Cli, program: UnitProgram): OwnUnit | null {
  const { environment, userHome, ownArgv } = cli.process
  return ownUnit({ environment, userHome, home: cli.home, ownArgv }, program)
}

export function unitOrThrow(cli: Cli, program: ManagedProgram): OwnUnit {
  const unit = unitHere(cli, program)
  if (unit !== null) return unit
  throw new CliError('unavailable', 'neither systemd nor launchd is here', {
    hints: [
      `Let what starts programs here run: ${program.startLine}`,
      'It must end that one process alone, for agents live below it.',
    ],
  })
}

/** Two of them want one place: the one that was started by hand goes first. */
function refuseSecond({ noun, folder, pid }: ManagedProgram, isManaged: boolean): void {
  if (isManaged || !isHomeLocked(folder)) return
  const known = pid()
  throw new CliError('already_running', `${folder} is in use by a ${noun} that was started by hand`, {
    hints: [
      `End it first, agents go on: ${known === null ? 'Ctrl+C where it runs' : `kill ${known}`}`,
      'Then run this again.',
    ],
  })
}

function foreign({ file }: Manager): CliError {
  return new CliError('refused', `${file} is there and was not written by orrery`, {
    hints: ['Move it away, then run this again. Nothing was changed.'],
  })
}

function must(manager: Manager, done: { readonly ok: true } | { readonly ok: false; readonly error: string }): void {
  if (done.ok) return
  const noBus = /connect to (the )?(user scope )?bus|No medium found/i.test(done.error)
  const hints = noBus
    ? [
        "Log in as this user itself (ssh, a console), not by su or sudo: systemd's manager of the user runs only then.",
        `${manager.file} is kept as it is.`,
      ]
    : [`Look at: ${manager.restartLine.replace('restart', 'status')}`]
  throw new CliError('unavailable', done.error, { hints })
}

async function cameUp({ noun, folder, up }: ManagedProgram, manager: Manager): Promise<Up> {
  const deadlineMs = performance.now() + startLimitMs
  for (;;) {
    const said = isHomeLocked(folder) ? up() : null
    if (said !== null) return said
    if ((await manager.running()) === 'failed' || performance.now() > deadlineMs) break
    await wait(lookEveryMs)
  }
  throw new CliError('unavailable', `${manager.unit} did not come up`, {
    hints: [`See why: orrery ${noun} logs`, `Then: ${manager.restartLine}`],
  })
}
