import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSignal } from './signal.testkit.ts'
import { endedMessage, messageOf, textLimit, titleLimit } from './words.ts'

const hidden = { isShown: false, askOf: () => null }
const told = { isShown: true, askOf: () => null }
const failed = sampleSignal({ kind: 'failed', name: 'Fix the build', said: 'npm ERR! secret-prompt', cause: 'exit 1' })

test('what agents wrote is in it only where the rule says so', () => {
  const of = { tag: failed.tag, kind: failed.kind, members: [failed] }
  assert.deepEqual(messageOf(of, hidden), {
    tag: 'session:s1',
    kind: 'failed',
    title: 'Fix the build failed',
    text: '',
    link: '/board?session=s1',
    ask: null,
  })
  assert.equal(messageOf(of, told).text, 'npm ERR! secret-prompt')
})

test('an approval names its tool, and its input only where the rule says so', () => {
  const asks = sampleSignal({ isApproval: true, cause: 'Bash', said: 'Bash: rm -rf build', name: 'Fix' })
  const of = { tag: asks.tag, kind: asks.kind, members: [asks] }
  assert.deepEqual(
    [messageOf(of, hidden).title, messageOf(of, hidden).text],
    ['Fix asks for permission', 'It wants to use Bash.'],
  )
  assert.equal(messageOf(of, told).text, 'Bash: rm -rf build')
})

test('an approval may be denied on the spot, and approved where all of it is shown', () => {
  const asks = sampleSignal({ isApproval: true, moment: 'a1', cause: 'Read', said: 'Read: /a', name: 'Fix' })
  const of = { tag: asks.tag, kind: asks.kind, members: [asks] }
  const askOf = (id: string) => ({ id, input_hash: 'h', whole: 'Read: file_path /a, limit 9' })
  const ask = (given: Parameters<typeof messageOf>[1]) => {
    const message = messageOf(of, given)
    return [message.text, message.ask]
  }
  const deny = { id: 'a1', input_hash: 'h', may_approve: false }
  const rows: [Parameters<typeof messageOf>[1], unknown][] = [
    [{ isShown: true, askOf }, ['Read: file_path /a, limit 9', { ...deny, may_approve: true }]],
    [{ isShown: false, askOf }, ['It wants to use Read.', deny]],
    [{ isShown: true, askOf: (id) => ({ ...askOf(id), whole: null }) }, ['Read: /a', deny]],
    [told, ['Read: /a', null]],
  ]
  for (const [given, expected] of rows) assert.deepEqual(ask(given), expected)
  assert.equal(endedMessage(messageOf(of, { isShown: true, askOf }), 'answered').ask, null)
  const several = { ...of, members: [asks, { ...asks, tag: 'session:s2' }] }
  assert.equal(messageOf(several, { isShown: true, askOf }).ask, null)
})

test('several are counted, with their names, and the one reason that they have', () => {
  const members = ['a', 'b'].map((name) => ({ ...failed, tag: `session:${name}`, name }))
  const of = { tag: 'group:failed:session:a', kind: failed.kind, members }
  assert.deepEqual(
    [messageOf(of, told).title, messageOf(of, told).text, messageOf(of, told).link],
    ['2 sessions failed', 'exit 1: a, b', '/needs-you'],
  )
  assert.equal(messageOf(of, hidden).text, 'a, b')
})

test('titles and texts are one line and have their limits, and no control character passes', () => {
  const long = { ...failed, name: 'x'.repeat(500), said: `${'y'.repeat(500)}\n\u001b[31m` }
  const { title, text } = messageOf({ tag: long.tag, kind: long.kind, members: [long] }, told)
  assert.ok(title.length <= titleLimit && title.endsWith('… failed'), title)
  assert.equal(text.length, textLimit)
  assert.doesNotMatch(title + text, /\p{Cc}/u)
})

test('what is over says how', () => {
  const message = messageOf({ tag: failed.tag, kind: failed.kind, members: [failed] }, told)
  assert.equal(endedMessage(message, 'answered').text, 'Answered.')
  assert.equal(endedMessage(message, 'over').text, 'Over.')
})
