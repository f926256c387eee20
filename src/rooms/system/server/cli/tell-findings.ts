// Prints what doctor found: by the running service where there is one, and by the command where that sees otherwise.
import { printable } from '#base/printable.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { exitCodes } from '#platform/server/cli/exit-codes.ts'
import type { Colour } from '#platform/server/cli/output.ts'
import type { DoctorAnswer, FindingTold } from '../../contract.ts'
import { compareFindings, differing, type ComparedFinding, type SeenBy } from '../../core/compare-findings.ts'

const colours: Readonly<Record<FindingTold['level'], Colour>> = { ok: 'green', warn: 'yellow', fail: 'red' }
const seers: Readonly<Record<SeenBy, string>> = { both: '', service: 'the service: ', command: 'this command: ' }

export type FoundByBoth = {
  /** What the running service answered; null where none runs, or it could not be asked. */
  readonly asked: DoctorAnswer | null
  readonly own: readonly FindingTold[]
  readonly fixed: readonly string[] | null
}

/** The exit code is 1 when one failed. */
export function tellFindings(cli: Cli, { asked, own, fixed }: FoundByBoth): void {
  const findings = compareFindings(asked?.findings ?? [], own)
  const differ = differing(findings)
  const isFine = findings.every(({ level }) => level !== 'fail')
  const service = asked === null ? null : { pid: asked.pid, version: asked.version }
  const mended = fixed?.map((text) => `${cli.output.paint('green', 'fixed')} ${printable(text)}`) ?? []
  const text = [...mended, textOf(cli, findings, differ)].join('\n')
  cli.output.result({ ok: isFine, service, findings, ...(fixed === null ? {} : { fixed }) }, text)
  cli.output.note(remark(service, differ))
  if (!isFine) cli.exitCode = exitCodes.refused.code
}

function textOf(cli: Cli, findings: readonly ComparedFinding[], differ: ReadonlySet<string>): string {
  const widest = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.flatMap(({ name, level, says, hints, seen_by: by }) => {
    const seer = differ.has(name) ? seers[by] : ''
    return [
      `${cli.output.paint(colours[level], level.padEnd(4))}  ${name.padEnd(widest)}  ${seer}${printable(says)}`,
      ...hints.map((hint) => `      ${''.padEnd(widest)}  ${cli.output.paint('dim', printable(hint))}`),
    ]
  })
  return lines.join('\n')
}

function remark(service: { readonly pid: number } | null, differ: ReadonlySet<string>): string {
  if (service === null) return 'No service was asked: this command looked by itself.'
  const asked = `The running service (pid ${service.pid}) was asked.`
  if (differ.size === 0) return `${asked} This command sees the same.`
  const names = [...differ].join(', ')
  return `${asked} This command sees otherwise: ${names}. What the service sees counts for what it starts.`
}
