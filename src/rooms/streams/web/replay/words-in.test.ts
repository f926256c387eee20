import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Recording } from '../../core/replay/recording.ts'
import { Player } from './player.ts'
import { placeOf } from './place-of.ts'
import { wordsIn } from './words-in.ts'

const began = Date.parse('2026-11-23T08:00:00.000Z')
const output = (seq: number, text: string) =>
  ({
    seq,
    at: new Date(began + seq * 1000).toISOString(),
    kind: 'stdout',
    data: new TextEncoder().encode(text),
  }) as const

const records = [
  output(0, 'the quagga is striped\r\n'),
  output(1, 'a \u001B[31mQuag'),
  output(2, 'ga\u001B[0m again\r\n'),
  output(3, 'nothing more\r\n'),
]

test('words are found where they were written last, whatever colours and cuts are between', () => {
  const recording = new Recording()
  for (const record of records) recording.add(record)
  assert.equal(wordsIn(recording, 'a quagga'), 1000)
  assert.equal(wordsIn(recording, 'striped'), 0)
  assert.equal(wordsIn(recording, 'okapi'), null)
  assert.equal(wordsIn(recording, ''), null)
})

test('a replay goes to the words once all of it is there, and begins at its beginning where they are not', () => {
  for (const [words, ms] of [
    ['again', 2000],
    ['okapi', 0],
  ] as const) {
    const player = new Player()
    player.goTo(placeOf(new URLSearchParams({ words }), () => player.isWhole.get()))
    player.add(records)
    assert.equal(player.position.get(), 0)
    player.end()
    assert.equal(player.position.get(), ms, words)
  }
})
