// Every schema of every contract says in its own words what its patterns and checks demand: a refusal is a sentence.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { root } from '../../support/entry.ts'

/** Completes 'The request is not valid: "field" …'. */
const endOfSentence = /^(must|is|has|needs|names) .*[^.]$/

test('a pattern and a check of a contract have words that end a sentence', async () => {
  const files = globSync('src/{platform,rooms/*}/contract.ts', { cwd: root })
  assert.ok(files.length >= 8)
  const said: string[] = []
  for (const file of files) {
    const module = (await import(join(root, file))) as Readonly<Record<string, unknown>>
    for (const [name, schema] of Object.entries(module)) {
      if (!(schema instanceof z.ZodType)) continue
      for (const words of wordsOf(schema, new Set())) {
        assert.match(words ?? 'none', endOfSentence, `${file}: ${name} says "${words ?? 'nothing'}"`)
        said.push(words ?? '')
      }
    }
  }
  assert.ok(said.length >= 4, said.join())
})

/** Where a schema and a check keep what they were made of. */
const inside = '_zod'
type Node = { readonly [inside]: { readonly def: Readonly<Record<string, unknown>> } }

/** What the patterns and the checks below `node` say; null for one that says nothing of its own. */
function wordsOf(node: unknown, seen: Set<unknown>): (string | null)[] {
  if (typeof node !== 'object' || node === null || seen.has(node)) return []
  seen.add(node)
  if (Array.isArray(node)) return node.flatMap((part) => wordsOf(part, seen))
  if (!isNode(node)) return Object.values(node).flatMap((part) => wordsOf(part, seen))
  const { def } = node[inside]
  const own = def.check === 'string_format' && def.format === 'regex' ? [messageOf(def)] : []
  const refined = def.check === 'custom' && def.error !== undefined ? [messageOf(def)] : []
  return [...own, ...refined, ...Object.values(def).flatMap((part) => wordsOf(part, seen))]
}

function isNode(value: object): value is Node {
  return inside in value
}

function messageOf(def: Node[typeof inside]['def']): string | null {
  const said: unknown = typeof def.error === 'function' ? def.error({}) : undefined
  return typeof said === 'string' ? said : null
}
