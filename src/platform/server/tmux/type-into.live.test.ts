// Text into real programs: one that knows bracketed paste, and one that reads lines.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createReadProcessTerminal } from '../foreground.ts'
import { silentLog } from '../log/log.ts'
import { createTmux } from './create-tmux.ts'
import { startTestTmux, until, type TestTmux } from './tmux.testkit.ts'
import type { Tmux, TmuxIdentity } from './tmux.ts'

/** Asks for bracketed paste, takes each byte as it comes, and keeps them. */
const raw = String.raw`printf '\033[?2004h'; stty raw -echo; > ready; exec cat > got`
const lines = `> ready; exec cat > got`

type Opened = { readonly server: TestTmux; readonly tmux: Tmux; readonly session: TmuxIdentity }

async function open(server: TestTmux, script: string): Promise<Opened> {
  const tmux = createTmux({ socketName: server.socketName, env: server.env, log: silentLog })
  const argv = ['sh', '-c', `cd "$1" && ${script}`, 'sh', server.folder]
  const made = await tmux.create({ name: 'agent-1', workingDir: server.folder, env: {}, argv, pipeTo: null })
  assert.ok(made.ok)
  await until('the program reads', () => existsSync(join(server.folder, 'ready')))
  return { server, tmux, session: made.value }
}

function got({ folder }: TestTmux): string {
  return existsSync(join(folder, 'got')) ? readFileSync(join(folder, 'got'), 'utf8') : ''
}

const texts: readonly (readonly [what: string, text: string])[] = [
  ['several lines', 'one\n\n  two\nthree'],
  ['what a shell or tmux would expand', '"q" \'s\' $(touch canary) `touch canary` #(touch canary) #{pid} %H ~ * ;'],
  ['a text that ends a command of tmux', 'do x;'],
  ['a text that looks like an option or a key', '-t agent-2 C-c Enter'],
  ['letters of every script and emoji', 'grüße 日本 👩‍🚀'],
  ['20 KB', 'A line of some length.\n'.repeat(900).trimEnd()],
]
for (const [what, text] of texts) {
  test(`a paste arrives as one, between its marks: ${what}`, async () => {
    using server = startTestTmux(process.env)
    const { tmux, session } = await open(server, raw)
    assert.ok((await tmux.paste(session, text)).ok)
    const wanted = `\u001B[200~${text.replaceAll('\n', '\r')}\u001B[201~`
    await until('all of it', () => got(server).length >= wanted.length)
    assert.ok((await tmux.enter(session)).ok)
    await until('Enter', () => got(server).endsWith('\r'))
    assert.equal(got(server), `${wanted}\r`)
    assert.equal(existsSync(join(server.folder, 'canary')), false)
    assert.equal(server.raw('list-buffers'), '')
  })
}

test('a program that reads lines gets lines', async () => {
  using server = startTestTmux(process.env)
  const { tmux, session } = await open(server, lines)
  assert.ok((await tmux.paste(session, 'yes\nand no')).ok)
  assert.ok((await tmux.enter(session)).ok)
  await until('both lines', () => got(server) === 'yes\nand no\n')
})

test('in a mode that a person left open the text goes to the program', async () => {
  using server = startTestTmux(process.env)
  const { tmux, session } = await open(server, lines)
  server.raw('copy-mode', '-t', '=agent-1:')
  assert.ok((await tmux.paste(session, 'through')).ok)
  assert.ok((await tmux.enter(session)).ok)
  await until('the line', () => got(server) === 'through\n')
})

test('another session of the name gets nothing, and no text is left in a buffer', async () => {
  using server = startTestTmux(process.env)
  const { tmux, session } = await open(server, lines)
  const strangers = [
    { ...session, createdMs: session.createdMs - 1000 },
    { ...session, id: '$9' },
    { ...session, name: 'agent-2' },
  ]
  for (const stranger of strangers) {
    const outcomes = [await tmux.paste(stranger, 'secret'), await tmux.enter(stranger)]
    assert.deepEqual(
      outcomes.map((outcome) => outcome.ok || outcome.error.kind),
      ['gone', 'gone'],
    )
  }
  assert.equal(server.raw('list-buffers'), '')
  assert.equal(got(server), '')
})

test('the pane in front is told, with its program and whether it is the first', async () => {
  using server = startTestTmux(process.env)
  const { tmux, session } = await open(server, lines)
  const first = await tmux.front(session.id)
  assert.ok(first.ok)
  assert.deepEqual([first.value.command, first.value.isFirst], ['cat', true])
  server.raw('split-window', '-t', '=agent-1:', 'exec sleep 1000')
  await until('the second pane', async () => {
    const second = await tmux.front(session.id)
    return (
      second.ok && second.value.command === 'sleep' && !second.value.isFirst && second.value.tty !== first.value.tty
    )
  })
  const gone = await tmux.front('$9')
  assert.equal(gone.ok ? '' : gone.error.kind, 'gone')
})

test('a process tells its terminal, and whether it has the keys of it', async () => {
  using server = startTestTmux(process.env)
  const script = 'set -m; sh -c "echo \\$\\$ > behind; sleep 1000" & sh -c "echo \\$\\$ > front; sleep 1000"'
  const { tmux, session } = await open(server, `> ready; exec bash -c '${script}'`)
  const pidIn = async (file: string): Promise<number> => {
    const path = join(server.folder, file)
    await until(file, () => existsSync(path) && readFileSync(path, 'utf8').endsWith('\n'))
    return Number(readFileSync(path, 'utf8'))
  }
  const read = createReadProcessTerminal(process.env)
  const pane = await tmux.front(session.id)
  assert.ok(pane.ok)
  const { tty } = pane.value
  const front = await pidIn('front')
  await until('its turn', async () => (await read(front))?.isForeground === true)
  assert.deepEqual(await read(front), { tty, isForeground: true })
  assert.deepEqual(await read(await pidIn('behind')), { tty, isForeground: false })
  assert.equal(await read(2 ** 22 + 1), null)
})
