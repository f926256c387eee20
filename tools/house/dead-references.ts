// References that lead nowhere: to a section, a decision, a danger or a file that the repository does not have.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding, Source } from './source.ts'

/** Comments of the product and of the tests, the decisions, and the files that these and ARCHITECTURE.md name. */
export function deadReferences(root: string, sources: readonly Source[]): Finding[] {
  const known = readKnown(root)
  const said = [
    ...sources.flatMap(commentsOf),
    ...globSync('test/{kit,journeys,suites,support}/**/*.ts', { cwd: root }).flatMap(linesIn(root)),
    ...decisionFiles(root).flatMap(linesIn(root)),
  ]
  const comments = said.flatMap((line) => forms.flatMap((form) => judge(line, form, known)))
  const documents = ['ARCHITECTURE.md', ...decisionFiles(root)]
  return [...comments, ...documents.flatMap((path) => filesThatAreGone(root, path))]
}

function decisionFiles(root: string): string[] {
  return globSync('docs/decisions/[0-9]*.md', { cwd: root })
}

type Line = { readonly path: string; readonly line: number; readonly text: string }

/** What may be referred to. */
type Known = {
  readonly headings: ReadonlySet<string>
  readonly decisions: ReadonlySet<number>
  readonly dangers: ReadonlySet<string>
}

type Form = { readonly pattern: RegExp; readonly isKnown: (name: string, known: Known) => boolean }

const forms: readonly Form[] = [
  { pattern: /specification, '(?<name>[^']+)'/g, isKnown: (name, { headings }) => headings.has(name) },
  { pattern: /decisions?,? (?<name>\d+)/g, isKnown: (name, { decisions }) => decisions.has(Number(name)) },
  { pattern: /\b(?<name>[RS]\d{1,2})\b/g, isKnown: (name, { dangers }) => dangers.has(name) },
]

function readKnown(root: string): Known {
  const matches = (path: string, form: RegExp) => [...read(root, path).matchAll(form)].map(([, name = '']) => name)
  const numbers = decisionFiles(root).map((path) => /\d{4}/.exec(path)?.[0])
  return {
    headings: new Set(matches('docs/specification.md', /^#+ (.+)$/gm)),
    decisions: new Set(numbers.map(Number)),
    dangers: new Set(matches('test/suites/threats/README.md', /^\| ([RS]\d+) \|/gm)),
  }
}

function read(root: string, path: string): string {
  const full = join(root, path)
  return existsSync(full) ? readFileSync(full, 'utf8') : ''
}

function commentsOf({ path, text, comments }: Source): Line[] {
  return comments.map(({ value, start }) => ({ path, line: text.slice(0, start).split('\n').length, text: value }))
}

/** Comments that have lines of their own, as all of the tests have. */
function linesIn(root: string): (path: string) => Line[] {
  return (path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .map((text, index) => ({ path, line: index + 1, text }))
      .filter(({ text }) => /^\s*(\/\/|\/?\*)/.test(text))
}

function judge({ path, line, text }: Line, { pattern, isKnown }: Form, known: Known): Finding[] {
  return [...text.matchAll(pattern)]
    .map(({ groups }) => groups?.name ?? '')
    .filter((name) => !isKnown(name, known))
    .map((name) => ({ path, line, rule: 'dead-reference', says: `nothing in the repository is called ${name}` }))
}

/** A path between backticks is one from the root, from src or from any room; what a build or a home holds is none of ours. */
function filesThatAreGone(root: string, path: string): Finding[] {
  return read(root, path)
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(/`([\w.-]+\/[\w./-]+)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => path === 'ARCHITECTURE.md' || /\.(?:tsx?|mjs|css)$/.test(name))
        .filter((name) => globSync(`{,src/,src/rooms/*/}${name}`, { cwd: root }).length === 0)
        .map((name) => ({ path, line: index + 1, rule: 'dead-reference', says: `${name} does not exist` })),
    )
}
