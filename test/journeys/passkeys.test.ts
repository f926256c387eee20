// Signing in with a passkey, by Chromium's own authenticator: made in the settings, used at the door, refused when it may not count.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { findBarriers } from '../support/axe.ts'
import { liveDot, makeLink, noticeOf } from '../support/browser.ts'
import { journey } from '../support/journey.ts'
import { takeBothThemes } from '../support/pictures.ts'
import { orrery } from '../support/service.ts'

const at = journey({ device: null })

const atLocalhost = (path: string): string => `http://localhost:${at.service.port}${path}`

const tokenOf = (page: Page) => page.evaluate<string | null>("localStorage.getItem('orrery.token')")

/** A device with a finger, as this browser sees it. */
async function withAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devTools, authenticatorId }
}

/** As a copy of it would count: from further back. */
async function setCounterBack(devTools: CDPSession, authenticatorId: string): Promise<void> {
  const { credentials } = await devTools.send('WebAuthn.getCredentials', { authenticatorId })
  const [credential] = credentials
  assert.ok(credential !== undefined && credential.signCount > 1, 'it counts')
  await devTools.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
  await devTools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } })
}

async function signOut(page: Page): Promise<void> {
  await page.goto(atLocalhost('/settings/access'))
  await page.getByRole('button', { name: 'Sign out this browser' }).click()
  await page.getByText('Not signed in.').waitFor()
}

/** Each part of the settings that needs a login offers one. */
const byPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).first()

test('at 127.0.0.1 the settings lead to localhost, signed in, where a passkey is added and signs in', async () => {
  await using tab = await at.openTab({ device: 'phone' })
  const { page } = tab
  const { hash } = new URL(await makeLink(at.service))
  await page.goto(`${at.service.url}/settings/access${hash}`)
  await page.getByText('Browsers take no passkeys at 127.0.0.1.').waitFor()
  await page.getByRole('link', { name: `localhost:${at.service.port}` }).click()
  await page.waitForURL(atLocalhost('/settings/access'))
  await noticeOf(page, 'This browser is signed in.').waitFor()

  const { devTools, authenticatorId } = await withAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('What you call it').fill('My phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  const line = page.locator('.passkeys li', { hasText: 'My phone' })
  await line.getByText('never used').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await takeBothThemes(page, 'passkeys-390')

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This device has a passkey of this service already.').waitFor()

  await signOut(page)
  const asked = page.waitForRequest((request) => request.url().endsWith('/verify'))
  await byPasskey(page).click()
  await liveDot(page, 'live').waitFor()
  await line.waitFor()
  const token = await tokenOf(page)
  assert.equal((await at.service.call('GET /api/system/logins', { token: token ?? '' })).status, 200)

  // What went over the wire is worth nothing a second time.
  const body = (await asked).postData() ?? ''
  const headers = { 'content-type': 'application/json', origin: atLocalhost(''), host: `localhost:${at.service.port}` }
  const again = await at.service.call('POST /api/auth/passkey-login/verify', { body, headers })
  assert.equal(again.status, 401, again.text)
  const elsewhere = { ...headers, origin: 'https://evil.example' }
  assert.equal((await at.service.call('POST /api/auth/passkey-login/verify', { body, headers: elsewhere })).status, 403)

  await signOut(page)
  await byPasskey(page).click()
  await line.waitFor()
  await signOut(page)
  await setCounterBack(devTools, authenticatorId)
  await byPasskey(page).click()
  await page.getByText(/The counter of this passkey fell/).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await takeBothThemes(page, 'passkeys-signed-out-390')
  assert.equal(await tokenOf(page), null)
})

test('a passkey is renamed on the page, removed on the command line, and signs nobody in any more', async () => {
  await using tab = await at.openTab()
  const { page } = tab
  const { hash } = new URL(await makeLink(at.service))
  await page.goto(atLocalhost(`/settings/access${hash}`))
  await withAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('What you call it').fill('Laptop')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await page.getByLabel('What you call it').fill('Old laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  await page
    .getByRole('dialog', { name: 'Remove Old laptop?' })
    .getByText(/Logins that were made with it go on/)
    .waitFor()
  await takeBothThemes(page, 'passkeys-remove-1440')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await takeBothThemes(page, 'passkeys-1440')

  const listed = await orrery(at.home, ['passkeys'])
  assert.match(listed.out, /Old laptop +localhost/)
  const wrong = await orrery(at.home, ['passkeys', 'remove', 'Nobody'])
  assert.match(wrong.err, /no passkey is called Nobody/)
  const renamed = await orrery(at.home, ['passkeys', 'rename', 'Old laptop', 'Lost laptop'])
  assert.equal(renamed.code, 0, renamed.err)
  const removed = await orrery(at.home, ['passkeys', 'remove', 'Lost laptop'])
  assert.match(removed.out, /signs nobody in any more/)

  await signOut(page)
  await byPasskey(page).click()
  await page.getByText(/This service knows no such passkey/).waitFor()
  assert.equal(await tokenOf(page), null)
})
