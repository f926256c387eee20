import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf, textOfFields } from './form-draft.ts'

type Fields = {
  readonly title: string
  readonly isOn: boolean
  readonly parent: string | null
  readonly after: readonly string[]
}
const blank: Fields = { title: '', isOn: false, parent: null, after: [] }

test('a form comes back as it was left', () => {
  const fields: Fields = { title: 'Fuel', isOn: true, parent: 'E1', after: ['T1'] }
  assert.deepEqual(fieldsOf(blank, textOfFields(blank, fields)), fields)
})

test('the order in which fields were filled makes no other text', () => {
  const one = textOfFields(blank, { after: [], parent: null, isOn: false, title: 'a' })
  assert.equal(one, textOfFields(blank, { ...blank, title: 'a' }))
})

const strange: readonly (readonly [string, string | null])[] = [
  ['nothing', null],
  ['no JSON', 'title'],
  ['a list', '[1]'],
  ['fields of another sort', '{"title":1,"isOn":"yes","parent":4,"after":[1],"more":true}'],
]
for (const [name, text] of strange) {
  test(`${name} leaves the form blank`, () => assert.deepEqual(fieldsOf(blank, text), blank))
}
