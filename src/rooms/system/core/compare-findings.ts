// What the running service and the command found, side by side: told once where they agree, twice where they do not.
import type { FindingTold } from '../contract.ts'

/** Who found it: both the same, or one of them. */
export type SeenBy = 'both' | 'service' | 'command'

export type ComparedFinding = FindingTold & { readonly seen_by: SeenBy }

/**
 * In the order of the service, each with what the command saw otherwise right behind it; what the command alone looked at
 * comes last.
 */
export function compareFindings(
  service: readonly FindingTold[],
  command: readonly FindingTold[],
): readonly ComparedFinding[] {
  const seen = service.flatMap((finding): ComparedFinding[] => {
    const own = command.find(({ name }) => name === finding.name)
    if (own === undefined) return [{ ...finding, seen_by: 'service' }]
    if (saysTheSame(own, finding)) return [{ ...finding, seen_by: 'both' }]
    return [
      { ...finding, seen_by: 'service' },
      { ...own, seen_by: 'command' },
    ]
  })
  const alone = command.filter(({ name }) => !service.some((finding) => finding.name === name))
  return [...seen, ...alone.map((finding): ComparedFinding => ({ ...finding, seen_by: 'command' }))]
}

/** Names that are told twice, which differ. */
export function differing(findings: readonly ComparedFinding[]): ReadonlySet<string> {
  const names = findings.filter(({ seen_by: by }) => by !== 'both').map(({ name }) => name)
  return new Set(names.filter((name, index) => names.indexOf(name) !== index))
}

function saysTheSame(one: FindingTold, other: FindingTold): boolean {
  return one.level === other.level && one.says === other.says && one.hints.join('\n') === other.hints.join('\n')
}
