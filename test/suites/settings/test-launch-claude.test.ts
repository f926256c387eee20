// A test launch of the real Claude Code: it answers, and where its model refuses it the test says so with its words.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { SettingsTested } from '#rooms/settings/contract.ts'
import { claudeTest, openClaudePlace, writeSettings, type OpenedClaude } from '../../support/claude-place.ts'
import { listSessions } from '../../support/http.ts'
import { orrery } from '../../support/service.ts'

let place: OpenedClaude | null = null

before(async () => {
  const config = { agents: { refused: { command: ['claude', '-p', 'FAIL {prompt}'] } } }
  place = await openClaudePlace((home) => writeSettings(home, {}, config))
})
after(async () => {
  if (place !== null && 'service' in place) await place[Symbol.asyncDispose]()
})

claudeTest(
  () => place,
  'Claude Code is found, starts, answers with what it printed, and reports by hooks that were installed before',
  async ({ home, service }) => {
    const { code, out, err } = await orrery(home, ['settings', 'test', 'agent', 'code-agent', '--json'])
    const told = JSON.parse(out) as SettingsTested
    assert.equal(code, 0, `${out}${err}`)
    assert.deepEqual(
      told.steps.map(({ title, works }) => [title, works]),
      [
        ['Found', true],
        ['Started', true],
        ['Answered', true],
      ],
    )
    assert.match(told.steps[2]?.says ?? '', /^It ended after .* with exit code 0\.$/)
    assert.ok((told.printed ?? '').length > 0)
    assert.deepEqual(await listSessions(service), [])
    assert.ok(existsSync(join(home.userHome, '.claude/settings.json')))
  },
)

claudeTest(
  () => place,
  'a model that refuses is told with the words of Claude Code',
  async ({ home, service }) => {
    const { code, out } = await orrery(home, ['settings', 'test', 'agent', 'refused', '--json'])
    const told = JSON.parse(out) as SettingsTested
    assert.deepEqual([code, told.works, told.steps.at(-1)?.title], [1, false, 'Answered'])
    assert.match(told.printed ?? '', /API Error/)
    assert.deepEqual(await listSessions(service), [])
  },
)
