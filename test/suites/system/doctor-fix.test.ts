// `orrery doctor --fix` mends what is Orrery's own, once, and says so; what a person decided stays.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService } from '../../support/service.ts'

type Told = { readonly fixed?: readonly string[]; readonly findings: readonly { name: string; level: string }[] }

async function doctor(place: TestHome, ...args: readonly string[]): Promise<Told> {
  return JSON.parse((await orrery(place, ['doctor', '--json', ...args])).out) as Told
}

test('it closes the home, removes what a killed service left, and brings older hooks up to date', async () => {
  await using place = await makeHome()
  assert.equal((await orrery(place, ['hook', 'install'])).code, 0)
  const settings = join(place.userHome, '.claude/settings.json')
  const installed = readFileSync(settings, 'utf8')
  const script = join(place.home, 'bin/orrery-hook.sh')
  const wanted = readFileSync(script, 'utf8')
  {
    await using service = await startService(place)
    await service.kill()
  }
  writeFileSync(join(place.home, `sessions.json.99999999.1.tmp`), '{')
  chmodSync(join(place.home, 'sessions.json'), 0o644)
  writeFileSync(script, `${wanted}# an older version\n`)
  const older = JSON.parse(installed) as { hooks: Record<string, unknown> }
  delete older.hooks.Stop
  writeFileSync(settings, JSON.stringify(older, null, 2))

  const { fixed = [] } = await doctor(place, '--fix')
  const expected = [
    /^closed .*sessions\.json.* to others$/,
    /^removed .*service\.json of a service that is gone \(pid \d+\)$/,
    /^removed 1 temporary files/,
    /^brought .*orrery-hook\.sh up to date$/,
    /^brought the hooks in .*\.claude\/settings\.json up to date$/,
  ]
  assert.equal(fixed.length, expected.length, fixed.join('\n'))
  expected.forEach((pattern, index) => assert.match(fixed[index] ?? '', pattern))
  assert.equal(statSync(join(place.home, 'sessions.json')).mode & 0o777, 0o600)
  assert.equal(existsSync(join(place.home, 'service.json')), false)
  assert.equal(readFileSync(script, 'utf8'), wanted)
  assert.ok('Stop' in (JSON.parse(readFileSync(settings, 'utf8')) as { hooks: object }).hooks)

  const again = await doctor(place, '--fix')
  assert.deepEqual(again.fixed, [], 'the second time nothing is left')
})

test('it makes a home that is missing, installs nothing, and changes nothing without --fix', async () => {
  await using place = await makeHome()
  assert.equal((await doctor(place)).fixed, undefined)
  assert.equal(existsSync(place.home), false)
  assert.deepEqual((await doctor(place, '--fix')).fixed, [`made ${place.home}`])
  assert.equal(existsSync(join(place.userHome, '.claude')), false)
  mkdirSync(join(place.userHome, '.claude'))
  writeFileSync(join(place.userHome, '.claude/settings.json'), '{}\n')
  assert.deepEqual((await doctor(place, '--fix')).fixed, [])
  assert.equal(readFileSync(join(place.userHome, '.claude/settings.json'), 'utf8'), '{}\n')
})

test('a service that runs is left alone but for the rights of its home', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  chmodSync(join(place.home, 'service.json'), 0o644)
  const { fixed, findings } = await doctor(place, '--fix')
  assert.deepEqual(fixed, [`closed ${join(place.home, 'service.json')} to others`])
  assert.ok(findings.every(({ name, level }) => name !== 'home' || level === 'ok'))
  assert.equal((await service.call('GET /readyz')).status, 200)
})
