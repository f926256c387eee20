// `orrery doctor`: looks at everything that the service needs, also while it is down, and says what to do.
import { printable } from '#base/printable.ts'
import type { Cli } from '../cli.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Colour } from '../output.ts'
import type { Check, Finding } from './finding.ts'

const colours: Readonly<Record<Finding['level'], Colour>> = { ok: 'green', warn: 'yellow', fail: 'red' }

/** Runs the checks side by side and prints them in their order. The exit code is 1 when one failed. */
export async function runDoctor(cli: Cli, checks: readonly Check[]): Promise<void> {
  const findings = await Promise.all(checks.map(async (check) => check()))
  const failed = findings.some(({ level }) => level === 'fail')
  const widest = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.flatMap(({ name, level, says, hints }) => [
    `${cli.output.paint(colours[level], level.padEnd(4))}  ${name.padEnd(widest)}  ${printable(says)}`,
    ...hints.map((hint) => `      ${''.padEnd(widest)}  ${cli.output.paint('dim', printable(hint))}`),
  ])
  cli.output.result({ ok: !failed, findings }, lines.join('\n'))
  if (failed) cli.exitCode = exitCodes.refused.code
}
