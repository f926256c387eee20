// Where a login is asked for, triage says so, and shows its lanes as soon as the browser has one.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeLink, openBrowser, openTab } from '../support/browser.ts'
import { makeHome } from '../support/home.ts'
import { startService } from '../support/service.ts'

test('a browser without a login is told how to get one, and sees the lanes once it is signed in', async () => {
  await using home = await makeHome()
  await mkdir(home.home, { mode: 0o700 })
  await writeFile(join(home.home, 'config.json'), JSON.stringify({ requireTokenLocally: true }))
  await using service = await startService(home)
  await using browser = await openBrowser()
  await using tab = await openTab(browser)
  const { page, faults } = tab
  await service.call('POST /api/tasks', { json: { id: 'T-1', title: 'Secret plan' }, token: service.token })
  await page.goto(`${service.url}/triage`)
  await page.getByText('From this address triage takes a login.').waitFor()
  await page.getByText('orrery login', { exact: true }).first().waitFor()
  assert.equal(await page.getByText('Secret plan').count(), 0)

  await page.goto(`${service.url}/triage${new URL(await makeLink(service)).hash}`)
  await page.getByText('1 open task, none ranked yet').waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('link', { name: 'Secret plan' }).waitFor()
  assert.deepEqual(faults, [])
})
