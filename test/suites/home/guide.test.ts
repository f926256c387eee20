// The commands of the guide's page on Home, and of the first steps, as they stand there.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { HomeAnswer } from '#rooms/home/contract.ts'
import { root } from '../../support/entry.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let place: TestHome
let service: Service

before(async () => {
  place = await makeHome()
  service = await startService(place)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

const home = async (): Promise<HomeAnswer> => (await service.call('GET /api/home')).json as HomeAnswer
const stepsDone = async () => (await home()).steps.filter(({ done }) => done).map(({ id }) => id)

/** The lines of a shell's blocks, without remarks. */
async function commandsOf(page: string): Promise<readonly string[]> {
  const text = await readFile(join(root, 'docs/guide', page), 'utf8')
  const blocks = [...text.matchAll(/```sh\n(?<lines>[^`]*)```/g)].map(({ groups }) => groups?.lines ?? '')
  return blocks.flatMap((block) =>
    block
      .split('\n')
      .map((line) => line.replace(/ {2,}#.*$/, '').trim())
      .filter((line) => line !== ''),
  )
}

/** As a shell reads it: words, and what stands in quotes as one. */
const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, other, word]) => one ?? other ?? word ?? '').slice(1)

test('on a fresh home no step is done, and each says what to type', async () => {
  const { steps, call } = await home()
  assert.equal(call, 'Nothing needs you.')
  assert.deepEqual(
    steps.map(({ id, done }) => [id, done]),
    [
      ['launch', false],
      ['hooks', false],
      ['tasks', false],
    ],
  )
})

test('every command of the guide works as it stands, and the steps tick themselves off', async () => {
  const commands = await commandsOf('home.md')
  assert.equal(commands.length, 7)
  for (const command of commands) {
    const { code, err } = await orrery(place, wordsOf(command))
    assert.equal(code, 0, `${command}: ${err}`)
  }
  await until('all steps are done', async () => (await stepsDone()).length === 3)
})

test('with the programs of two agents the step of hooks has a command for each, which works as it stands', async () => {
  await using other = await makeHome()
  const bin = join(other.root, 'bin')
  await mkdir(bin)
  for (const name of ['codex', 'gemini']) await writeFile(join(bin, name), '#!/bin/sh\n', { mode: 0o755 })
  const PATH = `${bin}:${process.env.PATH ?? ''}`
  await using there = await startService(other, { env: { PATH } })
  const stepOf = async (id: string) => {
    const { steps } = (await there.call('GET /api/home')).json as HomeAnswer
    return steps.find((step) => step.id === id)
  }
  const commands = (await stepOf('hooks'))?.choices.map(({ command }) => command) ?? []
  assert.deepEqual(commands, ['orrery hook install codex', 'orrery hook install gemini'])
  const { out } = await orrery(other, ['home'])
  for (const command of commands) {
    assert.ok(out.includes(command.replace('orrery ', '')), `${command} is told in a terminal, too`)
    const { code, err } = await orrery(other, wordsOf(command))
    assert.equal(code, 0, err)
  }
  assert.deepEqual([(await stepOf('hooks'))?.done, (await stepOf('hooks'))?.choices], [true, []])
  assert.ok(existsSync(join(other.userHome, '.codex/hooks.json')))
  assert.ok(!existsSync(join(other.userHome, '.claude/settings.json')), 'nobody chose Claude Code')
})

test('the commands that the steps say work as they stand', async () => {
  for (const { command, id } of (await home()).steps) {
    if (command === null) continue
    const { code, err } = await orrery(place, wordsOf(command))
    assert.equal(code, 0, `${id}: ${err}`)
  }
})

test('what finished is told with its last line, by the command, by orrery alone, and as JSON', async () => {
  await until('it finished', async () => (await home()).blocks.some(({ id }) => id === 'finished'))
  const told = await until('its last line', async () => {
    const { out } = await orrery(place, ['home'])
    return /completed +echo hello.*hello/.test(out) ? out : null
  })
  const bare = await orrery(place, [])
  const titles = (text: string) => text.split('\n').filter((line) => /^[A-Z]/.test(line))
  assert.deepEqual(titles(bare.out), titles(told))
  assert.match(told, /^Nothing needs you\. /)
  assert.match(told, /^Finished {2}in the last 24 h$/m)
  const json = JSON.parse((await orrery(place, ['--json'])).out) as HomeAnswer
  assert.deepEqual(
    json.blocks.map(({ id }) => id),
    ['next', 'finished'],
  )
})

test('a span that is none is refused with what it must be', async () => {
  const { code, err } = await orrery(place, ['home', '--since', 'yesterday'])
  assert.equal(code, 2)
  assert.match(err, /It must be a span as in 30m, 8h or 3d/)
  const answer = await service.call('GET /api/home?since=2026-01-01T00:00:00.000Z&visited=2026-01-01T00:00:00.000Z')
  assert.equal(answer.status, 400)
})

test('without a service, orrery alone prints the help', async () => {
  await service.stop()
  const { code, out } = await orrery(place, [])
  assert.equal(code, 0)
  assert.match(out, /^Usage: orrery/)
})
