// Where the live socket is refused, triage still shows a run from its start to what it moved.
import { test } from 'node:test'
import { makeLink } from '../support/browser.ts'
import { startTriageModel, type TriageModel } from '../support/fake-triage-model.ts'
import { journey } from '../support/journey.ts'
import { fillTasks } from '../support/triage-tasks.ts'

let model: TriageModel
const at = journey({
  device: null,
  env: async (_home, keep) => {
    model = keep(await startTriageModel())
    return { SERVICE_MODEL_URL: model.url, SERVICE_MODEL: model.name }
  },
})

test('a page whose socket is refused follows a run by asking', async () => {
  const { service } = at
  await fillTasks(service, model)
  await using tab = await at.openTab()
  const { page } = tab
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
})

/** Runs in a page before its scripts: the board's socket is none that the service knows. */
const withoutStateSocket = `window.WebSocket = class extends WebSocket {
  constructor(url, protocols) {
    super(String(url).replace('/ws/state', '/ws/none'), protocols)
  }
}`
