// ARCHITECTURE.md lists rooms, folders, rules and access tables: each list is what there is, no more and no less.
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inForce } from '../../tools/house/rules.ts'

const root = join(import.meta.dirname, '../..')
const told = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

function partOf(heading: string): string {
  const [, part = ''] = told.split(`\n## ${heading}\n`)
  return part.split('\n## ')[0] ?? ''
}

const foldersOf = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

const tree = partOf('The tree')

test('the tree has every room', () => {
  const rooms = [...tree.matchAll(/[├└]─ (\w+)\/ +\S/g)].map(([, name]) => name)
  assert.deepEqual(
    foldersOf('src/rooms').filter((room) => !rooms.includes(room)),
    [],
  )
})

test('the tree has every folder of the platform’s server, and names none that is not there', () => {
  const [, names = ''] = /├─ server\/ +(.+)$/m.exec(tree) ?? []
  const there = new Set(readdirSync(join(root, 'src/platform/server')).map((name) => name.replace(/\.ts$/, '')))
  const named = names.split(' ')
  assert.deepEqual(
    foldersOf('src/platform/server').filter((folder) => !named.includes(folder)),
    [],
  )
  assert.deepEqual(
    named.filter((name) => !there.has(name)),
    [],
  )
})

test('the table of rules has each that the check demands, and each has a violation that must be found', () => {
  const rows = [...partOf('Rules of the house').matchAll(/^\| ([a-z, -]+) \|/gm)].map(([, names = '']) => names)
  const listed = rows.filter((names) => names !== 'rule').flatMap((names) => names.split(', '))
  assert.deepEqual(listed.toSorted(), [...inForce].toSorted())
  const planted = globSync('test/canary/**/*.{ts,tsx,css}', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const canary = readFileSync(join(root, 'tools/canary.ts'), 'utf8')
  assert.deepEqual(
    listed.filter((rule) => !planted.includes(rule) && !canary.includes(rule)),
    [],
  )
})

test('each invariant ends with what holds it', () => {
  const invariants = partOf('Invariants')
    .split('\n')
    .filter((line) => line.startsWith('- **'))
  assert.ok(invariants.length > 10)
  for (const line of invariants) assert.match(line, /\*[^*]*(?:`[^`]+\.ts`|linter|house rule|compiler)[^*]*\*$/i, line)
})
