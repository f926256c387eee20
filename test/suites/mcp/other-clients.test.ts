// The entries for Codex and Gemini CLI, read by the real programs.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { makeHome, type TestHome } from '../../support/home.ts'
import { installNpmClient } from '../../support/npm-client.ts'
import { orrery, startService, type Service } from '../../support/service.ts'

const run = promisify(execFile)
/** They are large programs, and a busy machine starts them slowly. */
const limitMs = 120_000

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

async function listOf(client: 'codex' | 'gemini', bin: string): Promise<string> {
  const installed = await orrery(place, ['mcp', 'install', client])
  assert.equal(installed.code, 0, installed.err)
  const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = place.env({ PATH: path, GEMINI_API_KEY: 'of-a-test', NO_COLOR: '1' })
  const { stdout, stderr } = await run(join(bin, client), ['mcp', 'list'], {
    env,
    cwd: place.userHome,
    timeout: limitMs,
  })
  return stdout + stderr
}

test('Codex lists the tools among its servers', async (t) => {
  const installed = await installNpmClient('codex')
  if ('problem' in installed) return t.skip(`Codex could not be installed: ${installed.problem}`)
  assert.match(await listOf('codex', installed.bin), /^orrery .* mcp .*enabled/m)
})

test('Gemini CLI lists them, and connects', async (t) => {
  const installed = await installNpmClient('gemini')
  if ('problem' in installed) return t.skip(`Gemini CLI could not be installed: ${installed.problem}`)
  mkdirSync(join(place.userHome, '.gemini'))
  const own = { security: { folderTrust: { enabled: false }, auth: { selectedType: 'gemini-api-key' } } }
  writeFileSync(join(place.userHome, '.gemini/settings.json'), JSON.stringify(own))
  assert.match(await listOf('gemini', installed.bin), /orrery: .* mcp \(stdio\) - Connected/)
})
