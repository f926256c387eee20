import assert from 'node:assert/strict'
import { onBoth } from './both.testkit.ts'
import { openCounter } from './counter.ts'

onBoth('numbers grow, also after a start, and two who count under one name never meet', async (_t, database) => {
  const blockSize = 8
  // What reserves the next block is committed before this is.
  const settled = () => database.commits.write({ *script() {} })
  const draw = async (count: number, next: () => number): Promise<number[]> => {
    const drawn: number[] = []
    for (let each = 0; each < count; each += 1) {
      drawn.push(next())
      await settled()
    }
    return drawn
  }
  const one = await openCounter(database, 'frames', blockSize)
  const other = await openCounter(database, 'frames', blockSize)
  const apart = await openCounter(database, 'others', blockSize)
  assert.deepEqual([one.start, other.start, apart.start], [1, 9, 1])
  const [first, second] = await Promise.all([draw(40, one.next), draw(40, other.next)])
  for (const numbers of [first, second])
    assert.ok(numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0)))
  assert.equal(new Set([...first, ...second]).size, 80)
  assert.deepEqual(first.slice(0, 8), [2, 3, 4, 5, 6, 7, 8, 18])
  const again = await openCounter(database, 'frames', blockSize)
  assert.ok(again.next() > Math.max(...first, ...second))
})
