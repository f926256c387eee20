import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harnesses } from './adapter.ts'
import { adapterOf, adapterOfCommand, adapters, isHarness, terminalAdapters } from './catalog.ts'
import { withWords, wordsFor } from './command-words.ts'
import { allowedOf, commonEnvironment } from './environment.ts'
import { resumable } from './resumable.ts'

test('there are six, each under its own name', () => {
  assert.deepEqual(Object.keys(adapters), [...harnesses])
  for (const name of harnesses) assert.equal(adapters[name].name, name)
  assert.equal(harnesses.length, 6)
  for (const other of ['claude', 'shell', 'constructor', '']) assert.equal(isHarness(other), false, other)
  assert.equal(adapterOf(null), null)
})

test('a command tells its client by its program, wherever that is', () => {
  assert.equal(adapterOfCommand(['/opt/bin/codex', 'exec'])?.name, 'codex')
  assert.equal(adapterOfCommand(['aider']), null)
  assert.equal(adapterOfCommand([]), null)
})

test('those that resume are those whose adapter says how', () => {
  assert.deepEqual(
    terminalAdapters.filter(({ resume }) => resume !== null).map(({ name }) => name),
    resumable,
  )
})

const rows: readonly (readonly [template: string[], words: string[], filled: string[]])[] = [
  [
    ['claude', '-p', '{prompt}'],
    ['--model', 'x'],
    ['claude', '--model', 'x', '-p', '{prompt}'],
  ],
  [
    ['codex', 'exec', '{prompt}'],
    ['-c', 'model=x'],
    ['codex', '-c', 'model=x', 'exec', '{prompt}'],
  ],
  [
    ['opencode', 'run', '{prompt}'],
    ['--model', 'x'],
    ['opencode', 'run', '--model', 'x', '{prompt}'],
  ],
  [
    ['opencode', '--prompt={prompt}'],
    ['--session', 's'],
    ['opencode', '--session', 's', '--prompt={prompt}'],
  ],
  [
    ['aider', 'x'],
    ['--model', 'x'],
    ['aider', 'x'],
  ],
]
for (const [template, words, filled] of rows)
  test(`${words.join(' ')} stands where ${template.join(' ')} takes options`, () => {
    assert.deepEqual(withWords(template, words), filled)
  })

test('a value stays one argument, whatever it is', () => {
  assert.deepEqual(wordsFor(['-c', 'model={model}'], 'model', '$& {model}'), ['-c', 'model=$& {model}'])
})

test('no client inherits the credentials of another one, and none of the rest', () => {
  const secrets = Object.fromEntries(
    ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'GITHUB_TOKEN', 'NODE_AUTH_TOKEN', 'DATABASE_URL'].map(
      (name) => [name, 's'],
    ),
  )
  const given = (name: keyof typeof adapters) =>
    Object.keys(
      allowedOf([...commonEnvironment, ...adapters[name].environment], { ...secrets, PATH: '/bin', LC_ALL: 'C' }),
    )
  assert.deepEqual(given('code-agent'), ['ANTHROPIC_API_KEY', 'PATH', 'LC_ALL'])
  assert.deepEqual(given('codex'), ['OPENAI_API_KEY', 'PATH', 'LC_ALL'])
  assert.deepEqual(given('gemini'), ['GEMINI_API_KEY', 'PATH', 'LC_ALL'])
  assert.deepEqual(given('gateway-agent'), ['PATH', 'LC_ALL'])
})

test('a client may get no credential that it would not inherit', () => {
  for (const { name, credentials, environment } of Object.values(adapters)) {
    const all = Object.fromEntries(credentials.map((credential) => [credential, '']))
    assert.deepEqual(Object.keys(allowedOf(environment, all)), [...credentials], name)
  }
})
