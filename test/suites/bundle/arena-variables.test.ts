// bin/orrery sets variables of the C library for the service and the daemon alone: agents must not inherit them.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'
import { launch } from '../../support/http.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

async function seenByAgent(env: Readonly<Record<string, string>>): Promise<string> {
  await using place = await makeHome()
  await using service = await startService(place, { env })
  const file = join(place.userHome, 'seen')
  await launch(service, { agent_type: 'shell', prompt: `env > ${file}.part && mv ${file}.part ${file}` })
  await until('the agent wrote its environment', () => existsSync(file))
  return readFileSync(file, 'utf8')
}

test('what bin/orrery set for memory is not handed on', async () => {
  const trim = { MALLOC_TRIM_THRESHOLD_: '131072', ORRERY_SET_TRIM: '1' }
  const seen = await seenByAgent({ MALLOC_ARENA_MAX: '1', ORRERY_SET_ARENA_MAX: '1', ...trim })
  assert.doesNotMatch(seen, /MALLOC_|ORRERY_SET_/)
})
