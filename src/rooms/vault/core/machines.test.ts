import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Credential } from '../contract.ts'
import { keptOf, shownHere, type MachinesHere } from './machines.ts'

const at = '2026-11-20T10:00:00.000Z'
const read = (recipients: Credential['recipients'], marks: readonly string[] = []): Credential => ({
  id: 'c1',
  name: 'Anthropic',
  env_name: 'ANTHROPIC_API_KEY',
  harnesses: ['code-agent'],
  recipients,
  needs_rotation: marks.length === 0 ? null : marks.map((id) => ({ id, label: id, until: at })),
  ciphertext: '',
  revision: 1,
  created_at: at,
  changed_at: at,
})
const [ours, theirs, nobodys] = ['age1ours', 'age1theirs', 'age1nobodys']
const machines = (node: string | null): MachinesHere => ({
  node,
  idOf: (recipient) => (recipient === ours ? 'local' : recipient === theirs ? 'local@cellar' : null),
})
const attic = machines('attic')
const idsOf = ({ recipients, needs_rotation: marks }: Credential): readonly (readonly string[])[] => [
  recipients.map(({ id }) => id),
  (marks ?? []).map(({ id }) => id),
]

test('where nobody shares the tables a credential is kept and shown as it is', () => {
  const credential = read([{ id: 'local', recipient: ours }], ['local'])
  assert.equal(shownHere(credential, machines(null)), credential)
  assert.equal(keptOf(credential, null, machines(null)), credential)
})

test('a node’s own machine is local to it, and kept by its name', () => {
  const kept = read(
    [
      { id: 'local@attic', recipient: ours },
      { id: 'local@cellar', recipient: theirs },
    ],
    ['local@attic'],
  )
  const shown = shownHere(kept, attic)
  assert.deepEqual(idsOf(shown), [['local', 'local@cellar'], ['local']])
  assert.deepEqual(keptOf(shown, kept, attic), kept)
  assert.deepEqual(keptOf(shown, null, attic), kept)
})

test('whose a machine without a name is says its recipient; one that nobody has stays as it is', () => {
  const kept = read(
    [ours, theirs, nobodys].map((recipient) => ({ id: 'local', recipient })),
    ['local'],
  )
  const shown = shownHere(kept, attic)
  assert.deepEqual(idsOf(shown), [['local', 'local@cellar', 'local'], ['local']])
  assert.deepEqual(idsOf(keptOf(shown, kept, attic)), [['local@attic', 'local@cellar', 'local'], ['local']])
})
