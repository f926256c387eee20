// Plants files that break the house rules into a copy of the project's settings and demands every finding, and no other.
// A checker that is misconfigured reports nothing; this is how its silence is noticed.
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findingsIn } from './house.ts'
import { inForce } from './house/rules.ts'
import { capture, root, type Outcome } from './run.ts'

const settings = ['.oxlintrc.json', 'tsconfig.json', 'tsconfig.base.json', 'tsconfig.core.json', 'package.json']
/** What references may lead to. */
const referredTo = ['docs/specification.md']

/** Lints and type-checks the planted tree; code 0 only when the findings equal the `// expect:` marks line by line. */
export async function runCanary(): Promise<Outcome> {
  const house = await mkdtemp(join(tmpdir(), 'orrery-canary-'))
  try {
    for (const file of [...settings, ...referredTo]) await cp(join(root, file), join(house, file))
    await cp(join(root, 'test/canary'), join(house, 'src'), { recursive: true })
    await symlink(join(root, 'node_modules'), join(house, 'node_modules'))
    const expected = await readExpectations(join(house, 'src'))
    const lint = await capture(['oxlint', '-f', 'unix', 'src'], house)
    const types = await capture(['tsc', '-p', 'tsconfig.core.json', '--pretty', 'false'], house)
    const rules = findingsIn(house).map(({ path, line, rule }) => `${path}:${line} ${rule}`)
    return compare(expected, [...findings(lint.output, lintLine), ...findings(types.output, typeLine), ...rules])
  } finally {
    await rm(house, { recursive: true })
  }
}

const lintLine = /^(?<file>[^:\s]+):(?<line>\d+):\d+: .*\[Error\/[\w-]+\((?<rule>[\w-]+)\)\]$/
const typeLine = /^(?<file>[^(\s]+)\((?<line>\d+),\d+\): error (?<rule>TS\d+)/

function findings(output: string, pattern: RegExp): string[] {
  return output
    .split('\n')
    .map((line) => pattern.exec(line)?.groups)
    .filter((groups) => groups !== undefined)
    .map((groups) => `${groups.file}:${groups.line} ${groups.rule}`)
}

async function readExpectations(folder: string): Promise<string[]> {
  const marks: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const lines = (await readFile(path, 'utf8')).split('\n')
    for (const [index, line] of lines.entries()) {
      const rules = /(?:\/\/|\/\*) expect: (?<rules>[\w -]+?)(?: \*\/)?$/.exec(line)?.groups?.rules?.split(' ') ?? []
      for (const rule of rules) marks.push(`${join('src', relative(folder, path))}:${index + 1} ${rule}`)
    }
  }
  return marks
}

function compare(expected: readonly string[], found: readonly string[]): Outcome {
  const missing = expected.filter((mark) => !found.includes(mark)).map((mark) => `not noticed: ${mark}`)
  const extra = found.filter((mark) => !expected.includes(mark)).map((mark) => `not planted: ${mark}`)
  const planted = new Set(expected.map((mark) => mark.split(' ')[1]))
  const unproved = [...inForce].filter((rule) => !planted.has(rule)).map((rule) => `no violation is planted of ${rule}`)
  const output = [...missing, ...extra, ...unproved].join('\n')
  return { code: output === '' ? 0 : 1, output }
}
