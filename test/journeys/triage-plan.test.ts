// A preview is a plan: a person is reminded of an unsent brief, reads the plan, and applies exactly that.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { startTriageModel, type TriageModel } from '../support/fake-triage-model.ts'
import { journey } from '../support/journey.ts'
import { fillTasks } from '../support/triage-tasks.ts'
import { until } from '../support/until.ts'

let model: TriageModel
const at = journey({
  path: '/triage',
  env: async (_home, keep) => {
    model = keep(await startTriageModel())
    return { SERVICE_MODEL_URL: model.url, SERVICE_MODEL: model.name }
  },
})

at.prepare(async () => {
  await fillTasks(at.service, model)
  await at.page.getByText('12 open tasks, none ranked yet').waitFor()
  await at.page.getByRole('button', { name: 'Run triage' }).click()
  await at.page.locator('[data-key="T-6"]').first().waitFor()
})

test('number keys pick the value of a part', async () => {
  const { page } = at
  await page
    .locator('[data-key="T-6"]')
    .first()
    .getByRole('button', { name: /^Urgency \d$/ })
    .click()
  const pop = page.getByRole('dialog', { name: 'Override urgency of Task 6' })
  await pop.locator(':focus').waitFor()
  await page.keyboard.press('4')
  await pop.getByRole('button', { name: '4', pressed: true }).waitFor()
  await page.keyboard.press('Escape')
  await pop.waitFor({ state: 'detached' })
})

for (const device of ['desk', 'phone'] as const) {
  test(`an unsent brief is asked about, and a plan is applied as it was shown (${device})`, async () => {
    const { service } = at
    await using tab = await at.openTab({ device })
    await signIn(tab, service, '/triage')
    const { page } = tab
    const field = page.getByRole('textbox', { name: 'New brief' })
    await field.fill('The fair is moved.')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const asks = page.getByRole('dialog', { name: 'You have an unsent brief' })
    await asks.getByText('The fair is moved.').waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await asks.getByRole('button', { name: 'Add and preview' }).click()
    const panel = page.getByRole('dialog', { name: /^Triage run/ })
    const apply = panel.getByRole('button', { name: 'Apply this plan' })
    await apply.waitFor()
    assert.match(model.requests.at(-1)?.prompt ?? '', /The fair is moved\./)
    assert.equal(await page.locator('#new-brief').inputValue(), '')
    await fillNote('Rent is due.')
    await apply.click()
    await panel.getByText('the notes were changed', { exact: false }).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    const asked = model.requests.length
    await panel.getByRole('button', { name: 'Preview again' }).click()
    await until('another preview', async () => model.requests.length > asked)
    await apply.and(page.locator('.btn.primary')).click()
    await page.getByText(/^The plan is applied as run \d+/).waitFor()
    assert.equal(model.requests.length, asked + 1)
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Briefs' }).getByText('none for the next run').waitFor()
  })
}

async function fillNote(body: string): Promise<void> {
  const { status } = await at.service.call('POST /api/triage/memories', { json: { body } })
  assert.equal(status, 201)
}
