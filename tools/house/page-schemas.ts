// Schemas that the page would carry: zod weighs more than the page, and its probe for a compiler breaks the policy for scripts.
import { isNode, resolved, walk, type Finding, type Node, type Source } from './source.ts'

/** Where the page begins. */
const entry = 'src/app/web/main.tsx'

/** One finding for each import by which the page, from its entry on, loads a file that imports zod. */
export function pageSchemas(sources: readonly Source[]): Finding[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const withSchemas = new Set(sources.filter(importsZod).map(({ path }) => path))
  const reached = new Set<string>([entry])
  const findings: Finding[] = []
  // The set grows while it is gone through.
  for (const path of reached) {
    const source = byPath.get(path)
    if (source === undefined) continue
    for (const { to, line } of loads(source)) {
      if (withSchemas.has(to)) findings.push({ path, line, rule: 'page-schema', says })
      else reached.add(to)
    }
  }
  return findings
}

const says = 'the page would load zod by this: import types alone, or move the value to a file without schemas'

function importsZod(source: Source): boolean {
  return importsOf(source).some(({ value }) => value === 'zod')
}

function loads(source: Source): { readonly to: string; readonly line: number }[] {
  return importsOf(source).flatMap(({ value, start }) => {
    const to = resolved(source.path, value)
    return to === null ? [] : [{ to, line: source.text.slice(0, start).split('\n').length }]
  })
}

type Import = { readonly value: string; readonly start: number }

/** What is there when the program runs: `import type` is not, `import()` is. */
function importsOf({ program }: Source): Import[] {
  const imports: Import[] = []
  walk(program, (node) => {
    const isType = node.importKind === 'type' || node.exportKind === 'type'
    const from = isType ? null : sourceOf(node)
    if (from !== null) imports.push({ value: from, start: node.start })
  })
  return imports
}

const kinds = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'])

function sourceOf({ type, source }: Node): string | null {
  return kinds.has(type) && isNode(source) && typeof source.value === 'string' ? source.value : null
}
