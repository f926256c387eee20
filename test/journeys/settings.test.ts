// A person changes settings on the page: checked while they type, taken back, and never over a file that is edited by hand.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { SettingRow } from '#rooms/settings/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { startModelServer } from '../support/fake-model-server.ts'
import { listSessions } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/settings/triage', env: async () => ({ SERVICE_MODEL: 'of-the-environment' }) })

const file = () => join(at.home.home, 'config.json')
const read = async () => JSON.parse(await readFile(file(), 'utf8').catch(() => '{}'))

test('a value is checked while it is typed, saved, and taken back', async () => {
  const { page } = at
  await page.getByRole('button', { name: 'Change triage.maxTasks' }).click()
  const field = page.getByRole('textbox', { name: 'triage.maxTasks' })
  await field.fill('0')
  await page.getByText('must be a whole number from 1 to 100000').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled())
  await field.fill('123')
  await field.press('Enter')
  await page.getByText('triage.maxTasks changed').waitFor()
  assert.deepEqual(await read(), { triage: { maxTasks: 123 } })
  await page.getByText('123', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('it is back', async () => (await read()).triage === undefined)
})

test('the key takes back what was changed last, then what came before it, from whichever section is shown', async () => {
  const { page } = at
  await page.getByRole('button', { name: 'Change triage.maxTasks' }).click()
  const field = page.getByRole('textbox', { name: 'triage.maxTasks' })
  await field.fill('321')
  await field.press('Enter')
  await page.getByText('triage.maxTasks changed').last().waitFor()
  await page.getByRole('link', { name: 'Retention' }).first().click()
  await page.getByRole('button', { name: 'Change retention.triageDays' }).click()
  const days = page.getByRole('textbox', { name: 'retention.triageDays' })
  await days.fill('30')
  await days.press('Enter')
  await page.getByText('retention.triageDays changed').waitFor()
  assert.deepEqual(await read(), { triage: { maxTasks: 321 }, retention: { triageDays: 30 } })
  await page.keyboard.press('z')
  await until('the last is back', async () => (await read()).retention === undefined)
  assert.deepEqual((await read()).triage, { maxTasks: 321 })
  await page.getByText('Undone.').last().waitFor()
  await page.keyboard.press('z')
  await until('the one before is back', async () => (await read()).triage === undefined)
  await page.keyboard.press('z')
  await page.getByText('Nothing to undo.').waitFor()
  await page.goto(`${at.service.url}/settings/triage`)
})

test('what the environment sets is read-only; what needs a restart says so', async () => {
  const { page } = at
  await page.goto(`${at.service.url}/settings/model`)
  await page.getByText(/It is set by the environment variable SERVICE_MODEL, which wins/).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Change model.name' }).count(), 0)
  await page.goto(`${at.service.url}/settings/storage`)
  await page.getByRole('group', { name: 'db.sync' }).getByRole('button', { name: 'full' }).click()
  await page.getByText('needs a restart').waitFor()
  await page.getByText('Some changes here are in force after a restart of the service.', { exact: false }).waitFor()
  await page.getByRole('group', { name: 'db.sync' }).getByRole('button', { name: 'normal' }).click()
  await page.getByText('needs a restart').waitFor({ state: 'detached' })
})

test('a file that is edited by hand shows here; one that can not be used says why', async () => {
  const { page } = at
  await page.goto(`${at.service.url}/settings/retention`)
  await page.getByRole('button', { name: 'Change retention.triageDays' }).waitFor()
  await writeFile(file(), '{ "retention": { "triageDays": 77 } }')
  await page.getByText('77', { exact: true }).waitFor()
  await writeFile(file(), '{ "retention": { "triageDays": "long" } }')
  await page.getByText('config.json was edited by hand and is not in force.', { exact: false }).waitFor()
  await page.getByRole('alert').getByText('must be a whole number from 1 to 3650').waitFor()
  await writeFile(file(), '{}')
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

test('who gets in takes the access token, not the login', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/settings/access`)
  await page.getByRole('button', { name: 'Change allowedHosts' }).click()
  await page.getByRole('textbox', { name: 'allowedHosts' }).fill('board.example')
  const token = page.getByLabel('Access token')
  await token.fill(service.token)
  await token.press('Enter')
  await page.getByText('allowedHosts changed').waitFor()
  assert.deepEqual((await read()).allowedHosts, ['board.example'])
})

test('an agent type is added, offered at once, and removed', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/settings/agents`)
  await page.getByRole('button', { name: 'Add an agent type' }).click()
  await page.getByLabel('Name of the agent type').fill('told')
  const command = page.getByLabel('Command of the agent type')
  await command.fill("sh -c 'echo {prompt}'")
  await command.press('Enter')
  await page.getByText('told can be launched now').waitFor()
  const offered = async () => (await service.call('GET /api/agents', { token: service.token })).text.includes('"told"')
  assert.ok(await offered())
  await page.getByRole('button', { name: 'Remove told' }).click()
  await page.getByText('told was removed').waitFor()
  assert.equal(await offered(), false)
})

test('a variable of an agent type and the secret of a webhook are added, changed and removed, and never shown', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/settings/agents`)
  const shell = page.getByRole('group', { name: 'Agent type shell' })
  await shell.getByRole('button', { name: 'Add a variable of shell' }).click()
  await shell.getByLabel('Name of the variable of shell').fill('API_KEY')
  await shell.getByLabel('Its value').fill('a-first-key')
  await shell.getByLabel('Its value').press('Enter')
  await page.getByText('API_KEY is set').waitFor()
  await shell.getByText('agents.shell.env.API_KEY').waitFor()
  assert.deepEqual((await read()).agents.shell.env, { API_KEY: 'a-first-key' })

  await shell.getByRole('button', { name: 'Add a variable of shell' }).click()
  await shell.getByLabel('Name of the variable of shell').fill('API_KEY')
  await shell.getByText('is there already: change it above').waitFor()
  await shell.getByRole('button', { name: 'Cancel' }).click()

  await shell.getByRole('button', { name: 'Change agents.shell.env.API_KEY' }).click()
  await shell.getByLabel('agents.shell.env.API_KEY').fill('a-second-key')
  await shell.getByLabel('agents.shell.env.API_KEY').press('Enter')
  await page.getByText('agents.shell.env.API_KEY changed').waitFor()
  assert.deepEqual((await read()).agents.shell.env, { API_KEY: 'a-second-key' })

  const answer = await service.call('GET /api/system/settings', { token: service.token })
  const shown = (await page.content()) + answer.text
  for (const key of ['a-first-key', 'a-second-key']) assert.ok(!shown.includes(key), key)
  await shell.getByRole('button', { name: 'Remove API_KEY' }).click()
  await page.getByText('API_KEY was removed').waitFor()
  assert.equal((await read()).agents, undefined)

  await page.goto(`${service.url}/settings/strands`)
  await page.getByRole('button', { name: 'Add a webhook secret' }).click()
  await page.getByLabel('Id of the strand').fill('pay.v2')
  await page.getByLabel('Its value').fill('a-webhook-secret')
  await page.getByLabel('Its value').press('Enter')
  await page.getByText('webhooks.pay.v2.secret').waitFor()
  assert.deepEqual((await read()).webhooks, { 'pay.v2': { secret: 'a-webhook-secret' } })
  assert.ok(!(await page.content()).includes('a-webhook-secret'))
  await page.getByRole('button', { name: 'Remove the webhook of pay.v2' }).click()
  await page.getByText('webhooks.pay.v2.secret').waitFor({ state: 'detached' })
  assert.equal((await read()).webhooks, undefined)
})

test('a test launch says whether an agent type is found, starts and answers, and what it printed', async () => {
  const { page, service } = at
  const agents = { failing: { command: ['sh', '-c', 'echo no key; exit 3'] }, missing: { command: ['no-such-agent'] } }
  await writeFile(file(), JSON.stringify({ agents }))
  await page.goto(`${service.url}/settings/agents`)
  const outcomeOf = async (type: string) => {
    const group = page.getByRole('group', { name: `Agent type ${type}`, exact: true })
    await group.getByRole('button', { name: `Test launch of ${type}` }).click()
    return group.getByRole('status')
  }
  const works = await outcomeOf('shell')
  await works.getByText(/^Works: It ended after .* with exit code 0\./).waitFor()
  await works.getByLabel('What it printed').getByText('ready').waitFor()
  const failing = await outcomeOf('failing')
  await failing.getByText(/^Failed: It failed after .*: no key \(exit code 3\)\./).waitFor()
  await failing.getByLabel('What it printed').getByText('no key').waitFor()
  const missing = await outcomeOf('missing')
  await missing.getByText(/^Failed: no-such-agent is not on the PATH of the service\. Install it/).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(await listSessions(service), [], 'nothing of it stays')
  await writeFile(file(), '{}')
})

test('the model server tells its name beside Test, and the models that can be used', async () => {
  const { page, service } = at
  await using server = await startModelServer()
  await writeFile(file(), JSON.stringify({ model: { url: server.url } }))
  await page.goto(`${service.url}/settings/model`)
  await page.getByText(server.url).waitFor()
  await page.getByRole('button', { name: 'Test the model server' }).click()
  await page.getByText('llama.cpp b4567-0123abc').waitFor()
  const isMissing = 'of-the-environment, set in model.name, is not among them.'
  await page.getByText(`${server.url} lists 2 models; ${isMissing}`).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await writeFile(file(), '{}')
})

const views = [
  'general',
  'access',
  'agents',
  'gateway',
  'notifications',
  'model',
  'triage',
  'strands',
  'retention',
  'storage',
]

/** Until each part of a section has its keys: agents and hooks stand on one page. */
const showsKeys = (page: Page, view: string) =>
  until(`the keys of ${view}`, async () => {
    const parts = await page.getByText('on the command line: orrery settings').count()
    return parts === (view === 'agents' ? 2 : 1)
  })

for (const device of ['desk', 'phone'] as const) {
  test(`axe finds nothing in the settings of a ${device}, and nothing reaches over the edge`, async () => {
    await using tab = await at.openTab({ device, bypassCSP: true, reducedMotion: 'reduce' })
    const { page } = tab
    await signIn(tab, at.service)
    const found: string[] = []
    for (const view of views) {
      await page.goto(`${at.service.url}/settings/${view}`)
      await showsKeys(page, view)
      const isWide = await page
        .locator('.settings .scroll')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      if (isWide) found.push(`${view}: is wider than the screen`)
      found.push(...(await findBarriers(page)).map((barrier) => `${view}: ${barrier}`))
    }
    assert.deepEqual(found, [])
  })
}

test('every key of the configuration stands on the page, each in one section', async () => {
  const { page, service } = at
  await writeFile(
    file(),
    JSON.stringify({ agents: { mine: { command: ['true'], env: { KEY: 'x' } } }, webhooks: { pay: { secret: 'x' } } }),
  )
  await until('the file is taken', async () => {
    const { text } = await service.call('GET /api/system/settings', { token: service.token })
    return text.includes('webhooks.pay.secret')
  })
  const { json } = await service.call('GET /api/system/settings', { token: service.token })
  const rows = json.settings as SettingRow[]
  const shown: string[] = []
  for (const view of views) {
    await page.goto(`${service.url}/settings/${view}`)
    await showsKeys(page, view)
    shown.push(...(await page.locator('.setting > p.row > code').allTextContents()))
  }
  assert.deepEqual(shown.toSorted(), rows.map(({ key }) => key).toSorted())
  await writeFile(file(), '{}')
})

test('pictures of the sections', async () => {
  await takePictures(at, 'settings', {
    agents: '/settings/agents',
    retention: '/settings/retention',
    access: '/settings/access',
    model: '/settings/model',
    strands: '/settings/strands',
  })
})
