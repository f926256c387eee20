import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFile, link, mkdir, mkdtemp, open, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { measureTranscript, readSlice, readTranscript } from './read-transcript.ts'
import { findTranscript, transcriptFolder, type TranscriptFile } from './transcript-files.ts'

const id = '86add7bc-71df-4f1c-aa0a-9af14fea726d'

async function makePlace(t: TestContext) {
  const userHome = await mkdtemp(join(tmpdir(), 'orrery-transcripts-'))
  t.after(() => rm(userHome, { recursive: true, force: true }))
  return {
    userHome,
    async put(path: string, text: string) {
      const whole = join(userHome, path)
      await mkdir(dirname(whole), { recursive: true })
      await writeFile(whole, text)
      return whole
    },
  }
}

const texts = (part: Awaited<ReturnType<typeof readTranscript>>) => part?.lines.map(({ text }) => text)

const wheres = [
  ['code-agent', `.claude/projects/-tmp-proj/${id}.jsonl`],
  ['codex', `.codex/sessions/2026/11/23/rollout-2026-11-23T05-40-08-${id}.jsonl`],
  ['gemini', `.gemini/tmp/proj/chats/session-2026-11-23T12-10-${id.slice(0, 8)}.jsonl`],
] as const
for (const [client, path] of wheres)
  test(`${client}: the file of a conversation is found by its id alone`, async (t) => {
    const place = await makePlace(t)
    const folder = transcriptFolder(client, { ...place, environment: {} })
    assert.equal(await findTranscript(client, { folder, conversation: id }), null)
    const file = await place.put(path, '')
    await place.put(path.replace('86add7bc', '00000000'), '')
    assert.equal((await findTranscript(client, { folder, conversation: id }))?.path, file)
    for (const conversation of ['', '..', '../../../etc/passwd', `../${id}`, `${id}/`, '*', 'passwd\0aaaaaaaaa'])
      assert.equal(await findTranscript(client, { folder, conversation }), null, conversation)
  })

test('the folder is where the client was told to keep its files, and a place that is not absolute is none', () => {
  const at = (client: 'code-agent' | 'codex', environment: Record<string, string>) =>
    transcriptFolder(client, { userHome: '/home/a', environment })
  assert.equal(at('code-agent', {}), '/home/a/.claude/projects')
  assert.equal(at('code-agent', { CLAUDE_CONFIG_DIR: '/elsewhere' }), '/elsewhere/projects')
  assert.equal(at('code-agent', { CLAUDE_CONFIG_DIR: 'elsewhere' }), '/home/a/.claude/projects')
  assert.equal(at('codex', { CODEX_HOME: '/elsewhere' }), '/elsewhere/sessions')
})

test('a folder that is a link is not gone into, but for the one that holds all of them', async (t) => {
  const place = await makePlace(t)
  const outside = await place.put(`outside/${id}.jsonl`, '{}\n')
  await mkdir(join(place.userHome, '.claude/projects'), { recursive: true })
  const folder = transcriptFolder('code-agent', { ...place, environment: {} })
  await symlink(dirname(outside), join(folder, 'linked'))
  assert.equal(await findTranscript('code-agent', { folder, conversation: id }), null)
  const real = await place.put(`elsewhere/projects/p/${id}.jsonl`, '{}\n')
  await rm(folder, { recursive: true })
  await symlink(dirname(dirname(real)), folder)
  assert.equal((await findTranscript('code-agent', { folder, conversation: id }))?.path, real)
})

async function makeFile(t: TestContext, text: string): Promise<TranscriptFile & { readonly userHome: string }> {
  const place = await makePlace(t)
  const path = await place.put('root/p/a.jsonl', text)
  return { root: join(place.userHome, 'root'), path, userHome: place.userHome }
}

test('lines are read as they come, and a half last one when it is whole', async (t) => {
  const file = await makeFile(t, 'one\ntwo\nthr')
  const first = await readTranscript(file, null)
  assert.deepEqual([texts(first), first?.isAnew], [['one', 'two'], false])
  const second = await readTranscript(file, first?.cursor ?? null)
  assert.deepEqual([texts(second), second?.isEnd], [[], true])
  await appendFile(file.path, 'ee\nfour\n')
  const third = await readTranscript(file, second?.cursor ?? null)
  assert.deepEqual([texts(third), third?.isEnd, third?.isAnew], [['three', 'four'], true, false])
  assert.deepEqual(
    third?.lines.map(({ offset, bytes }) => [offset, bytes]),
    [
      [8, 5],
      [14, 4],
    ],
  )
})

test('a file that was cut, rewound or replaced is read from its beginning, and says so', async (t) => {
  const file = await makeFile(t, 'one\ntwo\n')
  const { cursor = null } = (await readTranscript(file, null)) ?? {}
  await truncate(file.path, 4)
  const cut = await readTranscript(file, cursor)
  assert.deepEqual([texts(cut), cut?.isAnew], [['one'], true])
  // Rewound, and by now longer than before: no line ends where the cursor stands.
  await writeFile(file.path, 'another beginning\nand more\n')
  assert.deepEqual([(await readTranscript(file, cursor))?.isAnew], [true])
  await writeFile(`${file.path}.new`, 'new\nfile\n')
  await rename(`${file.path}.new`, file.path)
  const replaced = await readTranscript(file, cursor)
  assert.deepEqual([texts(replaced), replaced?.isAnew], [['new', 'file'], true])
  for (const nonsense of ['', 'x', '1.2.3.4', '-1.-1', `${cursor}9999999`])
    assert.deepEqual((await readTranscript(file, nonsense))?.isAnew, true, nonsense)
})

test('what is no file of ours within the folder is not read: a link, a pipe, a folder, a link on the way', async (t) => {
  const file = await makeFile(t, 'one\n')
  const secret = join(file.userHome, 'secret')
  await writeFile(secret, 'secret\n')
  assert.equal(await readTranscript({ root: file.root, path: secret }, null), null)
  assert.equal(await readTranscript({ root: file.root, path: `${file.root}/../secret` }, null), null)
  await rm(file.path)
  assert.equal(await readTranscript(file, null), null)
  await symlink(secret, file.path)
  assert.equal(await readTranscript(file, null), null)
  await rm(file.path)
  execFileSync('mkfifo', [file.path])
  assert.equal(await readTranscript(file, null), null)
  await rm(file.path)
  await mkdir(file.path)
  assert.equal(await readTranscript(file, null), null)
  await rm(dirname(file.path), { recursive: true })
  await mkdir(join(file.userHome, 'other'))
  await link(secret, join(file.userHome, 'other/a.jsonl'))
  await symlink(join(file.userHome, 'other'), dirname(file.path))
  assert.equal(await readTranscript(file, null), null)
  assert.equal((await readTranscript({ root: '/etc', path: '/etc/passwd' }, null)) === null, process.getuid?.() !== 0)
})

test('a line of a hundred megabytes is passed over in parts, and what follows is read', async (t) => {
  const file = await makeFile(t, 'before\n')
  const handle = await open(file.path, 'a')
  const block = Buffer.alloc(1024 * 1024, 'x')
  for (let count = 0; count < 100; count++) await handle.write(block)
  const read: (string | null)[] = []
  let cursor: string | null = null
  const readOn = async () => {
    for (let isEnd = false, parts = 0; !isEnd; parts++) {
      const part = await readTranscript(file, cursor)
      read.push(...(part?.lines.map(({ text }) => text) ?? []))
      cursor = part?.cursor ?? null
      isEnd = part?.isEnd ?? true
      assert.ok(parts < 40, 'in few parts')
    }
  }
  await readOn()
  assert.deepEqual(read, ['before'])
  await handle.write('\nafter\n')
  await handle.close()
  await readOn()
  assert.deepEqual(read, ['before', null, 'after'])
})

test('a line that is longer than a part is read in one, up to the longest', async (t) => {
  const file = await makeFile(t, `${'a'.repeat(20)}\n${'b'.repeat(31)}\nc\n`)
  const limits = { partBytes: 8, lineBytes: 30 }
  const read: (string | null | undefined)[] = []
  let cursor: string | null = null
  for (let isEnd = false; !isEnd;) {
    const part = await readTranscript(file, cursor, limits)
    read.push(...(texts(part) ?? []))
    cursor = part?.cursor ?? null
    isEnd = part?.isEnd ?? true
  }
  assert.deepEqual(read, ['a'.repeat(20), null, 'c'])
})

test('slices have each whole line once, wherever they are cut', async (t) => {
  const text = 'one\ntwo\n\nthree is longer\nfour\nhalf'
  const file = await makeFile(t, text)
  for (const size of [1, 3, 4, 5, 7, 16, 100]) {
    const read: (string | null)[] = []
    for (let from = 0; from < text.length; from += size) {
      const lines = await readSlice(file, { from, to: from + size })
      read.push(...(lines ?? []).map((line) => line.text))
    }
    // A line that is longer than twice a slice is left out.
    const whole = ['one', 'two', '', 'three is longer', 'four']
    assert.deepEqual(read, size < 8 ? read.filter((line) => whole.includes(line ?? '')) : whole, String(size))
  }
  assert.equal(await measureTranscript(file), text.length)
  await rm(file.path)
  assert.deepEqual([await readSlice(file, { from: 0, to: 9 }), await measureTranscript(file)], [null, null])
})

test('bytes that are no text are no trouble', async (t) => {
  const file = await makeFile(t, '')
  await writeFile(file.path, Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0xc3, 0x0a]))
  assert.deepEqual(texts(await readTranscript(file, null)), ['��\0', '�'])
})
