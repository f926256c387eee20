// Where a login is asked for, triage says so, and shows its lanes as soon as the browser has one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLink } from '../support/browser.ts'
import { journey } from '../support/journey.ts'

const at = journey({ device: null, config: { requireTokenLocally: true } })

test('a browser without a login is told how to get one, and sees the lanes once it is signed in', async () => {
  const { service } = at
  await using tab = await at.openTab()
  const { page } = tab
  await service.call('POST /api/tasks', { json: { id: 'T-1', title: 'Secret plan' }, token: service.token })
  await page.goto(`${service.url}/triage`)
  await page.getByText('From this address triage takes a login.').waitFor()
  await page
    .getByText(/^(npx )?orrery login$/)
    .first()
    .waitFor()
  assert.equal(await page.getByText('Secret plan').count(), 0)

  await page.goto(`${service.url}/triage${new URL(await makeLink(service)).hash}`)
  await page.getByText('1 open task, none ranked yet').waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('link', { name: 'Secret plan' }).waitFor()
})
