// `orrery doctor` tells what the running service sees, which may be something else than a person's shell.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import type { DoctorAnswer, FindingTold } from '#rooms/system/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'

let place: TestHome
let service: Service

/** A PATH with what the service needs of a system, without the folder that has tmux. */
function pathWithoutTmux(): string {
  const folder = join(place.root, 'programs')
  mkdirSync(folder)
  for (const name of ['sh', 'env', 'dirname', 'readlink', 'uname', 'node', 'cat', 'ps']) {
    const found = (process.env.PATH ?? '')
      .split(delimiter)
      .map((one) => join(one, name))
      .find((path) => isThere(path))
    if (found !== undefined) symlinkSync(found, join(folder, name))
  }
  return folder
}

function isThere(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch {
    return false
  }
}

before(async () => {
  place = await makeHome()
  service = await startService(place, { env: { PATH: pathWithoutTmux() } })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

type Told = FindingTold & { readonly seen_by: string }

test('a service without tmux is not fine, though the shell that asks has it; both are shown', async () => {
  const { code, out, err } = await orrery(place, ['doctor'])
  assert.equal(code, 1, out)
  assert.match(out, /^fail {2}tmux +the service: not installed/m)
  assert.match(out, /^ok {4}tmux +this command: tmux \d/m)
  assert.match(err, new RegExp(`The running service \\(pid ${service.pid}\\) was asked`))
  assert.match(err, /sees otherwise: tmux/)
  const told = JSON.parse((await orrery(place, ['doctor', '--json'])).out) as {
    ok: boolean
    service: { pid: number }
    findings: Told[]
  }
  assert.deepEqual([told.ok, told.service.pid], [false, service.pid])
  const levels = told.findings.filter(({ name }) => name === 'tmux').map(({ level, seen_by: by }) => [by, level])
  assert.deepEqual(levels, [
    ['service', 'fail'],
    ['command', 'ok'],
  ])
  assert.equal(told.findings.find(({ name }) => name === 'node')?.seen_by, 'both')
})

test('the route answers the same words, to who has credentials', async () => {
  const answer = (await service.call('GET /api/system/doctor', { token: service.token })).json as DoctorAnswer
  assert.equal(answer.ok, false)
  const names = answer.findings.map(({ name }) => name)
  for (const name of ['node', 'home', 'disk', 'config', 'service', 'build', 'database', 'tmux', 'agents', 'hooks']) {
    assert.ok(names.includes(name), name)
  }
})

test('when none runs the command looks by itself and says so', async () => {
  await using other = await makeHome()
  const { out, err } = await orrery(other, ['doctor'])
  assert.match(out, /^warn {2}service +not running/m)
  assert.match(out, /^ok {4}port /m)
  assert.match(err, /this command looked by itself/)
})

test('a service that does not take the token is told, and the command looks by itself', async () => {
  const { out, err } = await orrery(place, ['doctor'], { env: { ACCESS_TOKEN: 'not-the-token-in-force' } })
  assert.match(out, /^warn {2}asked +the service did not say what it sees/m)
  assert.match(out, /^ok {4}tmux +tmux \d/m)
  assert.match(err, /this command looked by itself/)
})
