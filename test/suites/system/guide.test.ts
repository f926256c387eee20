// The commands of the guide's page on the service itself, as they stand there.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { BackupList } from '#rooms/system/contract.ts'
import { root } from '../../support/entry.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'

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

async function commands(): Promise<readonly string[]> {
  const text = await readFile(join(root, 'docs/guide/system.md'), 'utf8')
  const blocks = [...text.matchAll(/```sh\n(?<lines>[^`]*)```/g)].map(({ groups }) => groups?.lines ?? '')
  return blocks.flatMap((block) => block.split('\n')).filter((line) => line !== '')
}

const isRestore = (command: string) => command.includes('orrery restore')

test('what may be asked of a service that runs works as it stands', async () => {
  const asked = (await commands()).filter((command) => !isRestore(command))
  assert.equal(asked.length, 7)
  for (const command of asked) {
    const { code, err } = await orrery(place, command.split(' ').slice(1))
    assert.equal(code, 0, `${command}: ${err}`)
  }
})

test('a backup is put back as it stands there, with the id of one that was made', async () => {
  const { backups } = JSON.parse((await orrery(place, ['backup', '--list', '--json'])).out) as BackupList
  const { id, path } = backups[0] ?? assert.fail('a backup was made')
  await service.stop()
  const [here, second, ...others] = (await commands()).filter(isRestore)
  assert.deepEqual(others, [])
  assert.match(here ?? '', /^orrery restore \d{8}T\d{6}Z$/)
  const restored = await orrery(place, ['restore', id])
  assert.equal(restored.code, 0, restored.err)
  assert.match(second ?? '', /^SERVICE_HOME=\S+ orrery restore \.\/orrery-\d{8}T\d{6}Z\.tar\.gz$/)
  const elsewhere = join(place.root, 'second')
  const copied = await orrery(place, ['restore', path], { env: { SERVICE_HOME: elsewhere } })
  assert.equal(copied.code, 0, copied.err)
  service = await startService(place)
  assert.equal((await service.call('GET /readyz')).status, 200)
})
