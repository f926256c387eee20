import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf, fill, problemsOf, typedAtFirst, typedLike, wholeKey } from './input-fields.ts'

const schema = {
  type: 'object',
  required: ['title', 'level', 'tags'],
  properties: {
    title: { type: 'string', title: 'Title', description: 'What it is called' },
    count: { type: 'integer', default: 3 },
    ratio: { type: 'number' },
    dry: { type: 'boolean', default: true },
    level: { enum: ['low', 'high', 3] },
    tags: { type: 'array', items: { type: 'string' } },
    target: { type: 'object', required: ['host'], properties: { host: { type: 'string' }, deep: { type: 'object' } } },
    anything: {},
  },
}

test('each property becomes the field of its type, one level of nesting too', () => {
  assert.deepEqual(
    fieldsOf(schema).map(({ key, kind, isRequired }) => [key, kind, isRequired]),
    [
      ['title', 'text', true],
      ['count', 'integer', false],
      ['ratio', 'number', false],
      ['dry', 'boolean', false],
      ['level', 'choice', true],
      ['tags', 'list', true],
      ['target.host', 'text', true],
      ['target.deep', 'json', false],
      ['anything', 'json', false],
    ],
  )
})

test('what was typed becomes an input with the types of the schema, and what is empty is left out', () => {
  const fields = fieldsOf(schema)
  const typed = {
    ...typedAtFirst(fields),
    title: 'Rocket',
    level: '3',
    tags: 'one\n\n two ',
    'target.host': 'forge',
    anything: '[1, {"a": null}]',
  }
  assert.deepEqual(fill(fields, typed), {
    ok: true,
    input: {
      title: 'Rocket',
      count: 3,
      dry: true,
      level: 3,
      tags: ['one', 'two'],
      target: { host: 'forge' },
      anything: [1, { a: null }],
    },
  })
})

test('what does not fit is told at its field', () => {
  const fields = fieldsOf(schema)
  const filled = fill(fields, { ...typedAtFirst(fields), count: '1.5', ratio: 'much', 'target.deep': '{' })
  assert.equal(filled.ok, false)
  if (filled.ok) return
  assert.deepEqual(Object.keys(filled.problems), [
    'title',
    'count',
    'ratio',
    'level',
    'tags',
    'target.host',
    'target.deep',
  ])
  assert.match(filled.problems['target.deep'] ?? '', /^This is no JSON/)
})

test('a schema that no form can draw is one JSON field', () => {
  for (const odd of [{ type: 'array' }, { oneOf: [] }, {}, { type: 'object', properties: {} }]) {
    const fields = fieldsOf(odd)
    assert.deepEqual(
      fields.map(({ key, kind }) => [key, kind]),
      [[wholeKey, 'json']],
    )
    assert.deepEqual(fill(fields, { [wholeKey]: '[1]' }), { ok: true, input: [1] })
  }
})

test('complaints of the service find their fields, deeper ones the field that holds them', () => {
  const details = [
    { field: 'input.title', reason: 'too long' },
    { field: 'input.tags.1', reason: 'not so' },
    { field: 'run_id', reason: 'taken' },
  ]
  assert.deepEqual(problemsOf(fieldsOf(schema), details), { title: 'too long', tags: 'not so' })
})

test('the form of an earlier input is that input again, and what it lacks is empty', () => {
  const fields = fieldsOf(schema)
  const input = {
    title: 'A',
    count: 7,
    dry: false,
    level: 3,
    tags: ['x', 'y'],
    target: { host: 'h', deep: { a: [1] } },
  }
  assert.deepEqual(fill(fields, typedLike(fields, input)), { ok: true, input })
  const typed = typedLike(fields, null)
  assert.deepEqual([typed.title, typed.count, typed.dry], ['', '', 'false'])
  assert.deepEqual(fill(fieldsOf({}), typedLike(fieldsOf({}), [1])), { ok: true, input: [1] })
})
