import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SettingRow } from '../contract.ts'
import { controlsOfKeys } from './controls.ts'

const row = (key: string, given: Partial<SettingRow> = {}): SettingRow => ({
  key,
  section: 'model',
  doc: '',
  takes: 'text',
  input: { is: 'text' },
  value: null,
  is_secret: false,
  is_set: false,
  source: 'default',
  variable: null,
  fallback: 'none',
  locked: null,
  is_guarded: false,
  at_start: false,
  needs_restart: false,
  ...given,
})

const flag = { is: 'flag' } as const

const keys: readonly { readonly given: SettingRow; readonly expected: readonly object[] }[] = [
  {
    given: row('model.name'),
    expected: [{ section: 'model', title: 'Change model.name', name: 'Change model.name', isOpener: true }],
  },
  {
    given: row('hooks.quiet', { section: 'hooks', input: flag }),
    expected: [{ section: 'agents', title: 'Change hooks.quiet', name: 'hooks.quiet', isOpener: false }],
  },
  {
    given: row('fabricMode', { section: 'access', input: flag, is_guarded: true }),
    expected: [{ section: 'access', title: 'Change fabricMode', name: 'Change fabricMode', isOpener: true }],
  },
  { given: row('port', { section: 'access', locked: 'is set by PORT' }), expected: [] },
  {
    given: row('webhooks.release.train.secret', { section: 'strands', is_secret: true }),
    expected: [
      {
        section: 'strands',
        title: 'Change webhooks.release.train.secret',
        name: 'Change webhooks.release.train.secret',
        isOpener: true,
      },
      {
        section: 'strands',
        title: 'Remove the webhook of release.train',
        name: 'Remove the webhook of release.train',
        isOpener: false,
      },
    ],
  },
]

for (const { given, expected } of keys) {
  test(`what can be done with ${given.key} is called as its button is`, () => {
    assert.deepEqual(
      controlsOfKeys([given]).filter(({ title }) => title.includes(given.key) || title.startsWith('Remove')),
      expected,
    )
  })
}

test('agent types are tried, extended and, where a person brought them, removed', () => {
  const rows = [
    row('agents.shell.command', { section: 'agents', fallback: 'as built in' }),
    row('agents.mine.command', { section: 'agents' }),
  ]
  const titles = controlsOfKeys(rows).map(({ title }) => title)
  assert.deepEqual(
    titles.filter((title) => !title.startsWith('Change ')),
    [
      'Test the model server',
      'Test the gateway',
      'Test launch of shell',
      'Test launch of mine',
      'Remove mine',
      'Add a variable of shell',
      'Add a variable of mine',
      'Add an agent type',
      'Add a webhook secret',
    ],
  )
})
