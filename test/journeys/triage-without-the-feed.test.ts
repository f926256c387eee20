// Where the live socket is refused, triage still shows a run from its start to what it moved.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLink, openBrowser, openTab } from '../support/browser.ts'
import { startTriageModel } from '../support/fake-triage-model.ts'
import { makeHome } from '../support/home.ts'
import { startService } from '../support/service.ts'
import { fillTasks } from '../support/triage-tasks.ts'

test('a page whose socket is refused follows a run by asking', async () => {
  await using home = await makeHome()
  await using model = await startTriageModel()
  await using service = await startService(home, { env: { SERVICE_MODEL_URL: model.url, SERVICE_MODEL: model.name } })
  await fillTasks(service, model)
  await using browser = await openBrowser()
  await using tab = await openTab(browser)
  const { page, faults } = tab
  await page.addInitScript({ content: withoutStateSocket })
  await page.goto(`${service.url}/triage${new URL(await makeLink(service)).hash}`)
  await page.getByText('12 open tasks, none ranked yet').waitFor()
  const release = model.hold()
  await page.getByRole('button', { name: 'Run triage' }).click()
  await page
    .getByText(/Asking the model, 0 of 12 tasks/)
    .first()
    .waitFor()
  release()
  await page.locator('[data-lane="now"] [data-key="T-1"]').waitFor()
  await page.getByRole('region', { name: 'Runs' }).getByText('12 scored, 12 moved').waitFor()
  await page.getByRole('button', { name: 'Run triage' }).waitFor()
  assert.deepEqual(faults, [])
})

/** Runs in a page before its scripts: the board's socket is none that the service knows. */
const withoutStateSocket = `window.WebSocket = class extends WebSocket {
  constructor(url, protocols) {
    super(String(url).replace('/ws/state', '/ws/none'), protocols)
  }
}`
