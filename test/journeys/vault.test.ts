// The vault on the page: set up, filled, opened to a device and closed again, at both sizes; no value leaves the browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as age from 'age-encryption'
import type { Page } from 'playwright-core'
import { vaultSchema } from '#rooms/vault/contract.ts'
import { seal } from '#rooms/vault/core/seal.ts'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { pairDaemon, startDaemon, untilOnline } from '../support/daemon.ts'
import { makeDevicePlace } from '../support/device-place.ts'
import { journey } from '../support/journey.ts'
import { takeBothThemes } from '../support/pictures.ts'

const value = 'sk-ant-planted-on-the-page-1234'
const at = journey({ device: null, env: { DEPLOYMENT: 'cloud-fabric' } })
let identity = ''

type Sent = { readonly all: () => string }

/** All that the page sends to the service. */
function watchSent(page: Page): Sent {
  let all = ''
  page.on('request', (request) => (all += `${request.url()} ${request.postData() ?? ''}\n`))
  return { all: () => all }
}

test('it is set up with an identity that is shown once, filled, and opened to a device by that identity', async () => {
  await using place = await makeDevicePlace()
  const { id } = await pairDaemon(at.service, place)
  await using daemon = startDaemon(place)
  await untilOnline(at.service, id)
  assert.ok(daemon.pid > 0)
  await using tab = await at.openTab({ device: 'desk' })
  const { page } = tab
  const sent = watchSent(page)
  await signIn(tab, at.service, '/vault/dashboard')
  await page.getByRole('link', { name: 'Set up the vault' }).click()
  await page.getByRole('button', { name: 'Make the recovery identity' }).click()
  const shown = (await page.getByLabel('The recovery identity').textContent()) ?? ''
  identity = /AGE-SECRET-KEY-1\S+/.exec(shown)?.[0] ?? ''
  assert.match(identity, /^AGE-SECRET-KEY-1/)
  assert.deepEqual(await findBarriers(page), [])
  await takeBothThemes(page, 'vault-setup-1440')
  const last = page.getByLabel(/last six characters/)
  await last.fill('QQQQQQ')
  await page.getByRole('button', { name: 'Set up the vault' }).click()
  await page.getByText('are not the last six characters').waitFor()
  await last.fill(identity.slice(-6).toLowerCase())
  await page.getByRole('button', { name: 'Set up the vault' }).click()
  await page.getByText('No credentials yet').waitFor()

  await page.getByRole('button', { name: 'Add credential' }).click()
  await page.getByLabel('Name, as the session sees it').fill('ANTHROPIC_API_KEY')
  await page.getByLabel('Value', { exact: true }).fill('short')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText('must have at least 8 characters').waitFor()
  await page.getByLabel('Value', { exact: true }).fill(value)
  assert.ok(await dialog.getByRole('checkbox', { name: 'code-agent' }).isChecked())
  assert.ok(await dialog.getByRole('checkbox', { name: 'codex' }).isDisabled(), 'it takes no such variable')
  assert.ok(!(await dialog.getByRole('checkbox', { name: /^Forge/ }).isChecked()), 'nobody reads it unasked')
  assert.deepEqual(await findBarriers(page), [])
  await takeBothThemes(page, 'vault-add-1440')
  await dialog.getByRole('button', { name: 'Add' }).click()
  const forge = page.getByRole('button', { name: 'Forge reads ANTHROPIC_API_KEY' })
  await forge.waitFor()
  assert.equal(await forge.getAttribute('aria-pressed'), 'false')

  await forge.click()
  await page.getByLabel('Recovery identity', { exact: true }).fill(`${identity.slice(0, -4)}QQQQ`)
  await dialog.getByRole('button', { name: 'Let it read' }).click()
  await dialog.getByText('does not open ANTHROPIC_API_KEY').waitFor()
  await page.getByLabel('Recovery identity', { exact: true }).fill(identity)
  await dialog.getByRole('button', { name: 'Let it read' }).click()
  await page.locator('button[aria-label="Forge reads ANTHROPIC_API_KEY"][aria-pressed="true"]').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await takeBothThemes(page, 'vault-1440')
  await page.getByRole('button', { name: 'Check the recovery identity' }).click()
  const typed = page.getByLabel('Recovery identity', { exact: true })
  await typed.fill((await age.generateX25519Identity()).toUpperCase())
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByText('is not the one of this vault').waitFor()
  await typed.fill(identity)
  await dialog.getByRole('button', { name: 'Check' }).click()
  await page.getByText('It is the one that opens this vault').waitFor()

  await page.goto(`${at.service.url}/devices?planet=${id}`)
  await page.getByText('one credential: ANTHROPIC_API_KEY').waitFor()
  assert.ok(sent.all().includes('/api/vault/credentials') && !sent.all().includes(value), 'the value was sent')
  assert.ok(!sent.all().includes(identity), 'the identity was sent')
})

test('on a phone a device is taken away, which asks for a new value, and that clears the mark', async () => {
  await using tab = await at.openTab({ device: 'phone' })
  const { page } = tab
  await signIn(tab, at.service, '/vault/dashboard')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Revoke Forge' }).click()
  await dialog.getByRole('button', { name: 'Revoke Forge' }).click()
  await page.getByText('One needs rotation.').waitFor()
  await page.getByText(/readable by Forge until/).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await takeBothThemes(page, 'vault-390')
  for (const width of [320, 390, 683, 768, 960, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 844 })
    const wide = `document.scrollingElement.scrollWidth > innerWidth`
    assert.equal(await page.evaluate(wide), false, `${width}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Actions for ANTHROPIC_API_KEY' }).click()
  await page.getByRole('menuitem', { name: 'Rotate…' }).click()
  await page.getByLabel('New value', { exact: true }).fill('sk-ant-rotated-value-5678')
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await page.getByText('One needs rotation.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for ANTHROPIC_API_KEY' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No credentials yet').waitFor()
})

test('in the panel of its planet a machine shows what it reads, and is taken away there, with what that marks', async () => {
  await using place = await makeDevicePlace()
  const { id } = await pairDaemon(at.service, place)
  await using daemon = startDaemon(place)
  await untilOnline(at.service, id)
  assert.ok(daemon.pid > 0)
  const { token, call } = at.service
  const { json } = await call('GET /api/vault', { token })
  const { recovery, recipients } = vaultSchema.parse(json)
  const recipient = recipients.find((one) => one.id === id)?.recipient ?? ''
  const ciphertext = await seal(age, value, [recovery?.recipient ?? '', recipient])
  const names = { name: 'OPENAI_API_KEY', env_name: 'OPENAI_API_KEY', harnesses: ['codex'] }
  const made = { ...names, recipients: [{ id, recipient }], ciphertext }
  assert.equal((await call('POST /api/vault/credentials', { token, json: made })).status, 201)
  await using tab = await at.openTab({ device: 'desk' })
  const { page } = tab
  await signIn(tab, at.service, `/devices?planet=${id}`)
  await page.getByText('one credential: OPENAI_API_KEY').waitFor()
  const revoke = page.getByRole('button', { name: /^Revoke .* from the vault$/ })
  await revoke.scrollIntoViewIfNeeded()
  await takeBothThemes(page, 'vault-planet-1440')
  await revoke.click()
  const question = page.getByRole('dialog', { name: /from reading the vault\?$/ })
  await question.getByText('needs rotation then').waitFor()
  await question.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByText('OPENAI_API_KEY: needs rotation').waitFor()
  await page.getByRole('link', { name: 'choose in the vault' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
})
