// Every command of the guide's page on search, run as it stands there.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../support/entry.ts'
import { makeHome } from '../../support/home.ts'
import { launch, sessionOf } from '../../support/http.ts'
import { orrery, startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

/** As a shell without variables would split it. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

test('the commands of docs/guide/search.md do what it says', async () => {
  const page = readFileSync(join(root, 'docs/guide/search.md'), 'utf8')
  const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => (block ?? '').trim().split('\n'))
  assert.ok(commands.length >= 11, `${commands.length} commands`)
  await using place = await makeHome()
  await using service = await startService(place)
  const { id } = sessionOf(
    await launch(service, { agent_type: 'shell', prompt: 'echo the disk quota is used up; exit 3' }),
  )
  await until('it failed', async () => {
    const { json } = await service.call(`GET /api/hooks/sessions/${id}`)
    return (json.session as { state: string }).state === 'failed'
  })
  await service.call(`DELETE /api/hooks/sessions/${id}`)
  await until('it is found', async () => /disk/.test((await orrery(place, ['search', 'disk', 'quota'])).out))
  for (const command of commands) {
    const [program, ...args] = wordsOf(command.replace('<session>', id))
    assert.equal(program, 'orrery', command)
    const { code, err } = await orrery(place, args)
    assert.equal(code, 0, `${command}: ${err}`)
  }
  assert.match((await orrery(place, ['history'])).err, /No session left the board/)
})
