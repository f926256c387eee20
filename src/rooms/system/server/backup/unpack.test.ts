// What a restore takes: whole archives of ours. Everything else is refused before it could reach the home.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'
import { unpack } from './unpack.ts'

const place = await mkdtemp(join(tmpdir(), 'orrery-unpack-'))
after(() => rm(place, { recursive: true }))

const manifest = {
  format: 1,
  product: 'orrery',
  made_at: '2026-11-22T18:50:21.000Z',
  version: '1.2.3',
  schema: 1,
  host: 'box',
  home: '/home/ada/.service',
  outputs: true,
}

type Files = readonly (readonly [path: string, content: string | Buffer])[]

const database = await (async () => {
  const path = join(place, 'sample.db')
  const db = new DatabaseSync(path)
  db.exec("CREATE TABLE things (name TEXT); INSERT INTO things VALUES ('one')")
  db.close()
  return readFile(path)
})()
const good: Files = [
  ['manifest.json', JSON.stringify(manifest)],
  ['config.json', '{}'],
  ['service.db', database],
  ['workflows/deep/one.ts', 'export default 1'],
]

const sumOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const sumsOf = (files: Files): string => files.map(([path, content]) => `${sumOf(content)}  ${path}\n`).join('')
const withSums = (files: Files): Files => [...files, ['SHA256SUMS', sumsOf(files)]]

function packed(files: Files): Buffer {
  const parts = files.flatMap(([path, content]) => {
    const bytes = Buffer.from(content)
    return [tarHeader({ path, bytes: bytes.length, mtimeMs: 0 }), bytes, tarPadding(bytes.length)]
  })
  return gzipSync(Buffer.concat([...parts, tarEnd]))
}

async function unpackBytes(bytes: Buffer, accept = () => {}) {
  const folder = await mkdtemp(join(place, 'into-'))
  const archive = `${folder}.tar.gz`
  await writeFile(archive, bytes)
  return { folder, manifest: await unpack({ archive, folder }, accept) }
}

test('how much of the archive is read is told on the way, and all of it at the end', async () => {
  const folder = await mkdtemp(join(place, 'told-'))
  const archive = `${folder}.tar.gz`
  const noise = randomBytes(300_000)
  const bytes = packed(withSums([...good, ['logs/noise.log', noise]]))
  await writeFile(archive, bytes)
  const told: number[] = []
  await unpack({ archive, folder, onBytes: (read) => told.push(read) }, () => {})
  assert.ok(told.length > 2 && told.every((read, at) => read > (told[at - 1] ?? 0)), told.join(' '))
  assert.equal(told.at(-1), bytes.length)
})

test('a whole archive is unpacked for its owner alone, and answers its manifest', async () => {
  const { folder, manifest: told } = await unpackBytes(packed(withSums(good)))
  assert.deepEqual(told, manifest)
  assert.deepEqual((await readdir(folder)).toSorted(), ['config.json', 'service.db', 'workflows'])
  assert.equal(await readFile(join(folder, 'workflows/deep/one.ts'), 'utf8'), 'export default 1')
  assert.equal((await stat(join(folder, 'service.db'))).mode & 0o777, 0o600)
  assert.equal((await stat(join(folder, 'workflows'))).mode & 0o777, 0o700)
})

test('who does not accept its manifest gets nothing of it', async () => {
  const folder = await mkdtemp(join(place, 'into-'))
  await writeFile(`${folder}.tar.gz`, packed(withSums(good)))
  const refuse = () => {
    throw new Error('too new')
  }
  await assert.rejects(unpack({ archive: `${folder}.tar.gz`, folder }, refuse), /too new/)
  assert.deepEqual(await readdir(folder), [])
})

const without = (path: string): Files => good.filter(([name]) => name !== path)
const broken: readonly (readonly [why: string, archive: Buffer, says: RegExp])[] = [
  ['no archive', Buffer.from('not packed'), /not packed as a backup is/],
  ['one that ends in the middle', packed(withSums(good)).subarray(0, 300), /not packed as a backup is|too early/],
  ['a name that leads out', packed(withSums([...good, ['../.bashrc', 'x']])), /it holds \.\.\/\.bashrc/],
  ['a name that no backup holds', packed(withSums([...good, ['access-token', 'x']])), /it holds access-token/],
  ['a file behind the checksums', packed([...withSums(good), ['logs/a', 'x']]), /it holds logs\/a/],
  [
    'no manifest at its beginning',
    packed(withSums([...good.slice(1), ...good.slice(0, 1)])),
    /begin with its manifest/,
  ],
  ['no manifest at all', packed([['SHA256SUMS', '']]), /ends too early/],
  ['no checksums', packed(good), /ends too early/],
  ['a manifest of another product', packed(withSums([['manifest.json', '{"product":"x"}']])), /none that this program/],
  ['a manifest that is no JSON', packed(withSums([['manifest.json', '{']])), /none that this program/],
  [
    'a file that was changed',
    packed([...without('config.json'), ['config.json', '{"port":1}'], ['SHA256SUMS', sumsOf(good)]]),
    /config\.json is not as it was/,
  ],
  ['a file that was lost', packed([...without('config.json'), ['SHA256SUMS', sumsOf(good)]]), /config\.json is not as/],
  [
    'a file that has no checksum',
    packed([...good, ['SHA256SUMS', sumsOf(without('config.json'))]]),
    /files without a checksum/,
  ],
  [
    'a damaged database',
    packed(withSums([...without('service.db'), ['service.db', damaged()]])),
    /the database in it is damaged|malformed|not a database/,
  ],
]

function damaged(): Buffer {
  const bytes = Buffer.from(database)
  // The second page holds the one row: rubbish there is seen by a look at the pages alone.
  bytes.fill(0xff, 4096, 4200)
  return bytes
}

for (const [why, archive, says] of broken) {
  test(`refused: ${why}`, async () => {
    await assert.rejects(unpackBytes(archive), says)
  })
}
