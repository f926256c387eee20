import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { BadArchiveError, readTar, tarEnd, tarHeader, tarPadding, textOfParts } from './tar.ts'

const files = [
  ['manifest.json', '{}'],
  ['empty', ''],
  [`workflows/${'deep/'.repeat(30)}ümläut.ts`, 'x'.repeat(1024)],
  ['workflows/a b.ts', 'y'.repeat(513)],
] as const

function archiveOf(): Buffer {
  const parts = files.flatMap(([path, text]) => {
    const bytes = Buffer.from(text)
    return [tarHeader({ path, bytes: bytes.length, mtimeMs: 1_700_000_000_000 }), bytes, tarPadding(bytes.length)]
  })
  return Buffer.concat([...parts, tarEnd])
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAll(bytes: Buffer, size = 700): Promise<[string, string][]> {
  const found: [string, string][] = []
  for await (const { path, parts } of readTar(inPieces(bytes, size))) found.push([path, await textOfParts(parts)])
  return found
}

test('what is written is read, whatever the pieces that it comes in', async () => {
  for (const size of [1, 511, 512, 100_000]) assert.deepEqual(await readAll(archiveOf(), size), files)
})

test('the system’s own tar reads it, long names too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-tar-'))
  try {
    writeFileSync(join(folder, 'a.tar'), archiveOf())
    execFileSync('tar', ['-xf', 'a.tar'], { cwd: folder })
    for (const [path, text] of files) {
      assert.equal(readFileSync(join(folder, path), 'utf8'), text)
      const { mode, mtimeMs } = statSync(join(folder, path))
      assert.deepEqual([mode & 0o777, mtimeMs], [0o600, 1_700_000_000_000], 'for its owner alone, as old as it was')
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a file that is larger than a plain header can say is told in full', async () => {
  for (const bytes of [0o77777777777, 0o77777777777 + 1, 2 ** 40]) {
    const head = tarHeader({ path: 'logs/huge.log', bytes, mtimeMs: 0 })
    const first = await readTar(inPieces(head, 512)).next()
    assert.ok(first.done !== true)
    assert.deepEqual([first.value.path, first.value.bytes], ['logs/huge.log', bytes])
  }
})

test('an archive that ends too early, was changed, or holds a link is refused', async () => {
  const whole = archiveOf()
  const link = Buffer.from(whole)
  link.write('2', 156)
  const summed = Buffer.from(link)
  summed.write('        ', 148)
  const sum = summed.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  summed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  for (const bad of [whole.subarray(0, 600), whole.subarray(0, 1500), link, summed, Buffer.alloc(512, 'x')]) {
    await assert.rejects(readAll(bad), BadArchiveError)
  }
})
