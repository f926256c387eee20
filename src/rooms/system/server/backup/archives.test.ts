// The archives in a folder: what counts as one, and what is told of one that can't be read.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { idsIn, listArchives, openArchive, readArchive, removeArchive } from './archives.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

const manifest = {
  format: 1,
  product: 'orrery',
  made_at: '2026-11-22T18:50:22.000Z',
  version: '1.2.3',
  schema: 7,
  host: 'box',
  home: '/home/ada/.service',
  outputs: false,
}

function archiveOf(name: string, text: string): Buffer {
  const bytes = Buffer.from(text)
  const head = tarHeader({ path: name, bytes: bytes.length, mtimeMs: 0 })
  return gzipSync(Buffer.concat([head, bytes, tarPadding(bytes.length), tarEnd]))
}

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-archives-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('archives are told newest first, with what they say of themselves or why they can’t be read', async () => {
  await using place = await newFolder()
  const { folder } = place
  const put = (id: string, bytes: Buffer) => writeFile(join(folder, `orrery-${id}.tar.gz`), bytes)
  const whole = archiveOf('manifest.json', JSON.stringify(manifest))
  await put('20261122T185021Z', whole)
  await put('20261122T185021Z-2', Buffer.from('rubbish'))
  await put('20261122T185021Z-3', archiveOf('config.json', '{}'))
  await put('20261122T185021Z-4', archiveOf('manifest.json', '{"product":"another"}'))
  await put('20261122T185021Z-5', gzipSync(tarEnd))
  await writeFile(join(folder, 'orrery-20261122T185021Z.tar.gz.99.2.tmp'), 'half')
  await writeFile(join(folder, 'notes.txt'), '')
  await mkdir(join(folder, 'orrery-20261122T190000Z.tar.gz'))
  await symlink('/etc/passwd', join(folder, 'orrery-20261122T190001Z.tar.gz'))
  const all = await listArchives(folder)
  assert.deepEqual(
    all.map(({ id, problem }) => [id.slice(15), problem === null]),
    [
      ['Z-5', false],
      ['Z-4', false],
      ['Z-3', false],
      ['Z-2', false],
      ['Z', true],
    ],
  )
  assert.deepEqual(all.at(-1), {
    id: '20261122T185021Z',
    state: 'done',
    at: manifest.made_at,
    path: join(folder, 'orrery-20261122T185021Z.tar.gz'),
    bytes: whole.length,
    total_bytes: null,
    step: null,
    version: '1.2.3',
    schema: 7,
    outputs: false,
    problem: null,
  })
  const [damaged] = all
  assert.deepEqual(
    [damaged?.at, damaged?.version, damaged?.schema, damaged?.outputs],
    ['2026-11-22T18:50:21.000Z', null, null, null],
  )
  assert.match(damaged?.problem ?? '', /damaged, or a newer program made it/)
  assert.equal(await openArchive(folder, '20261122T190001Z'), null, 'a link')
  assert.equal(await openArchive(folder, '20261122T190000Z'), null, 'a folder')
  assert.equal(await removeArchive(folder, '20261122T185021Z'), true)
  assert.equal(await removeArchive(folder, '20261122T185021Z'), false)
  assert.equal(await readArchive(folder, '20261122T185021Z'), null)
})

test('a folder that is not there, or leads elsewhere, has none, and nothing is deleted in it', async () => {
  await using place = await newFolder()
  const [real, link] = [join(place.folder, 'real'), join(place.folder, 'link')]
  await mkdir(real)
  await symlink(real, link)
  await writeFile(join(real, 'orrery-20261122T185021Z.tar.gz'), '')
  for (const folder of [link, join(place.folder, 'none')]) {
    assert.deepEqual(await idsIn(folder), [])
    assert.equal(await openArchive(folder, '20261122T185021Z'), null)
    assert.equal(await removeArchive(folder, '20261122T185021Z'), false)
  }
  assert.deepEqual(await idsIn(real), ['20261122T185021Z'])
})
