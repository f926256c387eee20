// Source files as the rules of the house see them: text, syntax tree, comments.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/** A node of the ESTree that the parser answers. */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

export type Comment = {
  readonly type: 'Line' | 'Block'
  readonly value: string
  readonly start: number
  readonly end: number
}

export type Source = {
  /** From the root, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly program: Node
  readonly comments: readonly Comment[]
}

/** A broken rule at a place; `line` counts from 1. */
export type Finding = { readonly path: string; readonly line: number; readonly rule: string; readonly says: string }

/** Every module under `root`/src that is part of the product; tests and declarations are not. */
export function readSources(root: string): Source[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(test|testkit)\.tsx?$|\.d\.ts$/.test(path))
    .toSorted()
    .map((path) => readSource(root, path))
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments } = parseSync(path, text)
  return { path, text, program: program as unknown as Node, comments }
}

export function lineOf({ text }: Source, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** Calls `visit` with every node, parents first. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit)
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** A rule that looks at one file at a time. */
export type FileRule = (source: Source) => Finding[]

export function found(
  source: Source,
  node: Pick<Node, 'start'>,
  said: { readonly rule: string; readonly says: string },
): Finding {
  return { path: source.path, line: lineOf(source, node.start), ...said }
}

/** The file that an import of ours names; null for a package. */
export function resolved(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : null
}
