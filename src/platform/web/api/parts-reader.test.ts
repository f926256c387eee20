import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createPartsReader, type AnswerPart } from './parts-reader.ts'

type Line = { readonly n: number; readonly length?: number }

const read = () => createPartsReader<Line>(({ length }) => length ?? 0)
const told = (parts: readonly AnswerPart<Line>[]) => parts.map(({ line, bytes }) => [line, [...bytes]])

const parts = fc.array(
  fc.oneof(
    fc.constant(null),
    fc.nat().map((n) => ({ n })),
    fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 40 })).map(([n, bytes]) => ({ n, bytes })),
  ),
  { maxLength: 20 },
)

test('wherever it is cut, the same lines with the same bytes come out, whatever is in those', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 50 }), (sent, size) => {
      const wire = Buffer.concat(
        sent.map((each) => {
          if (each === null) return Buffer.from('\n')
          if (!('bytes' in each)) return Buffer.from(`${JSON.stringify(each)}\n`)
          const line = `${JSON.stringify({ n: each.n, length: each.bytes.length })}\n`
          return Buffer.concat([Buffer.from(line), each.bytes])
        }),
      )
      const reader = read()
      const found = Array.from({ length: Math.ceil(wire.length / size) }, (_, index) =>
        told(reader(Uint8Array.from(wire.subarray(index * size, (index + 1) * size)))),
      ).flat()
      const wanted = sent.flatMap((each): unknown[] => {
        if (each === null) return []
        return 'bytes' in each ? [[{ n: each.n, length: each.bytes.length }, [...each.bytes]]] : [[each, []]]
      })
      assert.deepEqual(found, wanted)
    }),
  )
})
