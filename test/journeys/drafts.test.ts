// What a person writes is never lost: not by Escape, a click elsewhere, a reload, a cut network or another editor.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Task } from '#rooms/tasks/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { noticeOf, signIn } from '../support/browser.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/board', tab: { reducedMotion: 'reduce' } })

at.prepare(async () => {
  const { status } = await at.service.call('POST /api/tasks', {
    json: { id: 'T-1', title: 'Wallet', status: 'ready', description: 'As it was.' },
  })
  assert.equal(status, 201)
})

test('Escape keeps a description as a draft and says so, a reload too, and leaving the field saves it', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/board?task=T-1`)
  await page.getByRole('button', { name: 'Edit the description' }).click()
  await field(page).fill('Written with care.')
  await page.keyboard.press('Escape')
  await page.getByText('Not saved. Your draft is kept in this browser').waitFor()
  assert.equal(await stored(), 'As it was.')
  await page.reload()
  await page.getByRole('button', { name: 'Go on writing' }).click()
  assert.equal(await field(page).inputValue(), 'Written with care.')
  await page.getByRole('heading', { name: 'Metadata' }).click()
  await until('it is saved', async () => (await stored()) === 'Written with care.')
  await page.locator('.markdown').getByText('Written with care.').waitFor()
  await noticeOf(page, 'Description saved.').waitFor()
  await page.keyboard.press('z')
  await until('it is undone', async () => (await stored()) === 'As it was.')
})

test('a description that is left by Back is saved', async () => {
  const { page } = at
  await page.goto(`${at.service.url}/board`)
  await page.getByRole('link', { name: 'Wallet', exact: true }).click()
  await page.getByRole('button', { name: 'Edit the description' }).click()
  await field(page).fill('Left by Back.')
  await page.goBack()
  await until('it is saved', async () => (await stored()) === 'Left by Back.')
})

test('where somebody else changed it meanwhile both texts stand, and both can be kept', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/board?task=T-1`)
  await page.getByRole('button', { name: 'Edit the description' }).click()
  await field(page).fill('Mine.')
  await service.call('PATCH /api/tasks/T-1', { json: { description: 'Theirs.' } })
  await page.getByText('Changed by somebody else while you wrote.').waitFor()
  await page.locator('.two-texts').getByText('Theirs.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Your description' }).inputValue(), 'Mine.')
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: 'Keep both' }).click()
  assert.equal(await field(page).inputValue(), 'Theirs.\n\nMine.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await until('both are saved', async () => (await stored()) === 'Theirs.\n\nMine.')
})

test('without the service the text waits, and is saved when it is back', async () => {
  const { page } = at
  await page.getByRole('button', { name: 'Edit the description' }).click()
  await field(page).fill('Written in a tunnel.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Not saved: Orrery does not answer/).waitFor()
  await page.getByText('Not saved. Your draft is kept in this browser').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save it' }).click()
  await until('it is saved', async () => (await stored()) === 'Written in a tunnel.')
})

test('a box of a description is ticked where it is read', async () => {
  const { page, service } = at
  const description = '- [ ] measure\n- [ ] mend'
  await service.call('PATCH /api/tasks/T-1', { json: { description } })
  await page.getByRole('checkbox', { name: 'mend' }).waitFor()
  await page.getByRole('checkbox', { name: 'mend' }).click()
  await until('it is written', async () => (await stored()) === '- [ ] measure\n- [x] mend')
  await page.getByRole('checkbox', { name: 'mend', checked: true }).waitFor()
  await page.getByRole('checkbox', { name: 'measure' }).focus()
  await page.keyboard.press('Space')
  await until('by key, too', async () => (await stored()) === '- [x] measure\n- [x] mend')
})

test('a new task that was closed by accident goes on where it was, and is gone once it was made', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/board`)
  await page.getByRole('link', { name: 'Wallet', exact: true }).waitFor()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
  await dialog.getByRole('textbox', { name: /^Description/ }).fill('A long text.')
  await page.keyboard.press('Escape')
  await page.getByText('Not created. Your draft is kept').waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Wallet', exact: true }).waitFor()
  await page.keyboard.press('t')
  assert.equal(await dialog.getByRole('textbox', { name: /^Description/ }).inputValue(), 'A long text.')
  await dialog.getByRole('button', { name: /^Create/ }).click()
  await page.getByText('Created “Half a thought”.').waitFor()
  await page.keyboard.press('t')
  assert.equal(await dialog.getByRole('textbox', { name: 'Title' }).inputValue(), '')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('a brief that was not added outlives a reload', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/triage`)
  await page.getByRole('textbox', { name: 'New brief' }).fill('The audit comes on Monday')
  await page.reload()
  await until('it is there', async () => {
    return (await page.getByRole('textbox', { name: 'New brief' }).inputValue()) === 'The audit comes on Monday'
  })
})

test('on a phone a draft is kept and a box ticked by thumb', async () => {
  await using phone = await at.openTab({ device: 'phone', reducedMotion: 'reduce' })
  await signIn(phone, at.service, '/board?task=T-1')
  const { page } = phone
  await page.getByRole('checkbox', { name: 'mend' }).tap()
  await until('it is open', async () => (await stored()) === '- [x] measure\n- [ ] mend')
  await page.getByRole('button', { name: 'Edit the description' }).tap()
  await field(page).fill('From the phone.')
  await page.keyboard.press('Escape')
  await page.getByText('Not saved. Your draft is kept in this browser').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: 'Throw away' }).tap()
  await page.getByText('Draft thrown away.').waitFor()
})

async function stored(): Promise<string> {
  const { json } = await at.service.call('GET /api/tasks/T-1')
  return (json.task as Task).description
}

function field(page: Page) {
  return page.getByRole('textbox', { name: 'Description', exact: true })
}
