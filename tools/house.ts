// Holds the sources against the rules of the house that neither the compiler nor the linter can say.
import { inForce, judgeHouse } from './house/rules.ts'
import { readSources, type Finding } from './house/source.ts'
import { root, type Outcome } from './run.ts'

export function runHouse(): Outcome {
  const sources = readSources(root)
  if (sources.length === 0) return { code: 1, output: 'no source was read' }
  const findings = judgeHouse(root, sources).filter(({ rule }) => inForce.has(rule) || process.argv.includes('--all'))
  return { code: findings.length === 0 ? 0 : 1, output: findings.map(lineOf).join('\n') }
}

export function findingsIn(folder: string): Finding[] {
  return judgeHouse(folder, readSources(folder))
}

function lineOf({ path, line, rule, says }: Finding): string {
  return `${path}:${line} ${rule}: ${says}`
}

if (import.meta.main) {
  const { code, output } = runHouse()
  console.log(output)
  process.exitCode = code
}
