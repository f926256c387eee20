// The machines of a hub: a real daemon is paired on the page, watched as it comes and goes, renamed and revoked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { connect, online, pairDevice, sampleFacts } from '#rooms/devices/server/room.testkit.ts'
import { asHub } from '../support/as-hub.ts'
import { findBarriers } from '../support/axe.ts'
import { signIn, undoOf } from '../support/browser.ts'
import { pairDaemon, startDaemon, statusOf, type Daemon } from '../support/daemon.ts'
import { makeHome, type TestHome } from '../support/home.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }
const tab = { bypassCSP: true, reducedMotion: 'reduce' } as const
/** Without the hub's own machine, which is a device by itself. */
const at = journey({ path: '/devices', tab, env: fabric, config: { fabric: { localDevice: false } } })

/** The other machine: a home of its own, and what was paired there. */
const there: { place?: TestHome; daemon?: Daemon } = {}
const opened = new AsyncDisposableStack()
at.prepare(async () => {
  there.place = opened.use(await makeHome())
})
const place = (): TestHome => {
  assert.ok(there.place !== undefined)
  return there.place
}

const rowOf = (page: Page, name: string) => page.locator('tr[data-device]', { hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')

test('an empty page shows how to pair, and its dialog gives a line that works as it stands', async () => {
  const { page } = at
  await page.getByText('No machine is paired yet').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: 'Pair a device' }).last().click()
  const open = dialog(page)
  await open.getByText('Waiting for the machine…').waitFor()
  await open.getByText(/min \d\d s left/).waitFor()
  await open.getByRole('img', { name: /^QR code of orrery daemon pair/ }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  const line = await open.locator('.command code').innerText()
  const [program, ...args] = line.split(' ')
  assert.equal(program, 'orrery')
  await takePicturesOf(page, 'waiting')
  const { code, out, err } = await orrery(place(), [...args, '--json'])
  assert.equal(code, 0, err)
  const { fingerprint } = JSON.parse(out) as { fingerprint: string[] }
  await open.getByRole('heading', { name: / is paired$/ }).waitFor()
  assert.deepEqual(await open.locator('.six-words li').allInnerTexts(), fingerprint)
  assert.deepEqual(await findBarriers(page), [])
  await takePicturesOf(page, 'paired')
})

test('the machine is named where its words are compared, and appears as it connects', async () => {
  const { page } = at
  const open = dialog(page)
  there.daemon = opened.use(startDaemon(place()))
  await open.getByText('Online').waitFor()
  await open.getByLabel('Name').fill('Forge')
  await open.getByRole('button', { name: 'Words match' }).click()
  await open.waitFor({ state: 'detached' })
  const row = rowOf(page, 'Forge')
  await row.getByText('Online').waitFor()
  await row.getByText(/ of .* GiB/).waitFor()
  await row.getByText(/%$/).waitFor()
  await row.getByText(/ram:\d+/).waitFor()
  assert.deepEqual(await findBarriers(page), [])
})

test('it is pinged, looks anew, and is renamed with an Undo; the command line says the same', async () => {
  const { page } = at
  const menu = async (act: string) => {
    await rowOf(page, 'Forge').getByRole('button', { name: 'Actions for Forge' }).click()
    await page.getByRole('menuitem', { name: act }).click()
  }
  await menu('Ping')
  await page.getByText(/^Forge answered in \d+ ms\.$/).waitFor()
  await menu('Look anew')
  await page.getByText('Forge looked anew at what it has.').waitFor()
  await menu('Rename and tag')
  const open = dialog(page)
  await open.getByLabel('Name').fill('Anvil')
  await open.getByLabel('Tags that stay').fill('home-net not!a!tag')
  await open.getByRole('button', { name: 'Save' }).click()
  await open.getByText('must be letters, digits', { exact: false }).waitFor()
  await open.getByLabel('Tags that stay').fill('home-net, has-signing-key')
  await page.keyboard.press('Control+Enter')
  await open.waitFor({ state: 'detached' })
  await rowOf(page, 'Anvil').getByText('has-signing-key').waitFor()
  const { out } = await orrery(at.home, ['devices'])
  assert.match(out, /online +Anvil/)
  await undoOf(page, 'to Anvil').click()
  await rowOf(page, 'Forge').waitFor()
  await until('its tags are those of before', async () => {
    const { devices } = (await at.service.call('GET /api/devices')).json as { devices: { tags: string[] }[] }
    return devices[0]?.tags.includes('has-signing-key') === false
  })
})

test('a filter narrows the list, and the palette finds a machine and what can be done with it', async () => {
  const { page } = at
  await page.keyboard.press('/')
  await page.keyboard.type('nowhere')
  await page.getByText('No device fits this filter').waitFor()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await rowOf(page, 'Forge').waitFor()
  await page.getByRole('link', { name: 'Board' }).first().click()
  await page.waitForURL('**/board')
  await page.keyboard.press('Control+k')
  await dialog(page).waitFor()
  await page.keyboard.type('ping forge')
  const option = page.getByRole('option', { name: /Ping: Forge/ })
  await option.waitFor()
  await until('the arrow keys reach it', async () => {
    if ((await option.getAttribute('aria-selected')) === 'true') return true
    await page.keyboard.press('ArrowDown')
    return false
  })
  let pings = 0
  page.on('response', (response) => (pings += Number(response.url().endsWith('/ping') && response.ok())))
  await page.keyboard.press('Enter')
  await until('it was pinged', () => pings === 1)
  await dialog(page).waitFor({ state: 'detached' })
  // Keys are off for a moment while a dialog is put away.
  await until('g d leads there', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    return page.url().endsWith('/devices')
  })
  await rowOf(page, 'Forge').waitFor()
})

test('on a phone each machine is a card, and nothing is asked while the page is hidden', async () => {
  await using phone = await at.openTab({ ...tab, device: 'phone' })
  const { page } = phone
  await signIn(phone, at.service, '/devices')
  const card = page.locator('.device-cards li', { hasText: 'Forge' })
  await card.getByText('Online').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  const before = await card.locator('time').first().getAttribute('datetime')
  await at.service.call(`POST /api/devices/${(await card.getAttribute('data-device')) ?? ''}/refresh`, {
    token: at.service.token,
  })
  await until('a heartbeat came by the socket', async () => {
    return (await card.locator('time').first().getAttribute('datetime')) !== before
  })
  assert.deepEqual(asked, [])
  await page.getByRole('button', { name: 'Pair a device' }).click()
  await dialog(page).getByText('Waiting for the machine…').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await dialog(page).getByRole('button', { name: 'Cancel the code' }).click()
  await dialog(page).getByText('The code is cancelled', { exact: false }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
})

test('a code whose words differ revokes what came with it', async () => {
  const { page } = at
  await using thief = await makeHome()
  await page.getByRole('button', { name: 'Pair a device' }).first().click()
  const open = dialog(page)
  const line = await open.locator('.command code').innerText()
  assert.equal((await orrery(thief, line.split(' ').slice(1))).code, 0)
  await open.getByRole('button', { name: 'Words differ, revoke' }).click()
  await open.getByText('its words were other ones', { exact: false }).waitFor()
  assert.equal((await orrery(thief, ['daemon', 'run'])).code, 77)
  await open.getByRole('button', { name: 'New code' }).click()
  await open.getByText('Waiting for the machine…').waitFor()
  await page.keyboard.press('Escape')
  await open.waitFor({ state: 'detached' })
})

test('a code ends after ten minutes', async () => {
  await using second = await at.openTab(tab)
  const { page } = second
  await page.clock.install()
  await signIn(second, at.service, '/devices')
  await page.getByRole('button', { name: 'Pair a device' }).first().click()
  await dialog(page).getByText('Waiting for the machine…').waitFor()
  await page.clock.runFor(10 * 60_000 + 2000)
  await dialog(page).getByText('ten minutes are over', { exact: false }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await dialog(page).getByRole('button', { name: 'New code' }).click()
  await dialog(page).getByText('Waiting for the machine…').waitFor()
})

test('pictures, where somebody wants to look', async () => {
  await takePictures(at, 'devices', { list: '/devices' })
})

test('a machine that ends its daemon is offline at once, and says what to type there', async () => {
  const { page } = at
  await there.daemon?.stop()
  const row = rowOf(page, 'Forge')
  await row.getByText('Offline').waitFor()
  await page.getByText('Its daemon does not run.').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  there.daemon = opened.use(startDaemon(place()))
  await row.getByText('Online').waitFor()
})

test('revoking asks, says what goes, and is seen on the other machine', async () => {
  const { page } = at
  await using other = await makeHome()
  await pairDaemon(at.service, other)
  await until('two machines bear one name', async () => (await rowOf(page, 'Forge').count()) === 2)
  const row = rowOf(page, 'Online')
  await row.getByRole('button', { name: 'Actions for Forge' }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  const open = dialog(page)
  await open.getByText('Its daemon ends, and says why.').waitFor()
  await open.getByLabel('Type Forge to confirm').fill('Forg')
  await page.keyboard.press('Enter')
  assert.equal(await open.getByRole('button', { name: 'Revoke Forge' }).getAttribute('aria-disabled'), 'true')
  await open.getByLabel('Type Forge to confirm').fill('Forge')
  assert.deepEqual(await findBarriers(page), [])
  await open.getByRole('button', { name: 'Revoke Forge' }).click()
  await open.waitFor({ state: 'detached' })
  assert.equal((await there.daemon?.ended)?.code, 77)
  assert.equal((await statusOf(place())).state, 'revoked')
  await page.getByRole('region', { name: 'Revoked' }).getByText('Forge').waitFor()
  assert.equal(await rowOf(page, 'Forge').count(), 1)
})

test('a machine that the hub does not understand, and one of an older release, say which side to update', async () => {
  const { service } = await at.openPlace({ env: fabric, config: { fabric: { localDevice: false } } })
  const hub = asHub(service)
  const [older, newer, away, silent] = [
    await pairDevice(hub, { label: 'forge', capabilities: ['arm64'] }),
    await pairDevice(hub, { label: 'north', capabilities: ['macos', 'has-signing-key'] }),
    await pairDevice(hub, { label: 'atlas' }),
    await pairDevice(hub, { label: 'lumen-pi', capabilities: ['home-net'] }),
  ]
  const channel = await connect(hub, older)
  channel.hello({ version: '0.0.9' })
  await channel.next()
  const harness_versions = { codex: '0.1.0' }
  channel.beat({ ...sampleFacts, installedHarnesses: ['code-agent', 'codex', 'gemini'], harness_versions })
  const refused = await connect(hub, newer)
  refused.hello({ protocol: 9 })
  await refused.closed
  ;(await online(hub, away)).socket.close()
  ;(await online(hub, silent)).beat()
  await using other = await at.openTab(tab)
  const { page } = other
  await signIn(other, service, '/devices')
  await rowOf(page, 'forge').getByText('needs update, hub has', { exact: false }).waitFor()
  await rowOf(page, 'north').getByText('Needs update').waitFor()
  await rowOf(page, 'forge').getByTitle('code-agent, codex 0.1.0 (older), gemini').waitFor()
  await page.getByText('Newer than this hub', { exact: false }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('c')
  await dialog(page).getByText('it is newer than this hub, which needs an update').waitFor()
  await page.keyboard.press('Escape')
  // Who falls silent is seen after 45 s: long enough to be looked at by a person alone.
  if (process.env.ORRERY_PICTURES !== undefined) {
    const isSilent = async (): Promise<boolean> => {
      channel.beat({ installedHarnesses: ['code-agent', 'codex', 'gemini'] })
      return rowOf(page, 'lumen-pi').getByText('Unreachable').isVisible()
    }
    await until('it is unreachable', isSilent, 90_000)
    await takePicturesOf(page, 'states')
  }
})

test('the hub itself is a device that nobody revokes, and alone it says how to pair another', async () => {
  const { service } = await at.openPlace({ env: fabric })
  await using alone = await at.openTab(tab)
  const { page } = alone
  await signIn(alone, service, '/devices')
  await rowOf(page, 'this machine').getByText('Online').waitFor()
  await page.getByText('Only this machine so far').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Rename and tag' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Revoke…' }).count(), 0)
})

test('legacy mode shows none of it', async () => {
  const { service } = await at.openPlace()
  await using legacy = await at.openTab(tab)
  const { page } = legacy
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await signIn(legacy, service, '/board')
  assert.equal(await page.getByRole('link', { name: 'Devices' }).count(), 0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pair a device')
  await page.getByRole('option').first().waitFor()
  assert.equal(await page.getByRole('option', { name: 'Pair a device', exact: true }).count(), 0)
  await page.goto(`${service.url}/devices`)
  await page.getByText('There is no page at this address').waitFor()
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/api/devices')),
    [],
  )
})

test('the other machine is put away', async () => {
  await opened.disposeAsync()
})

/** The dialog at both sizes and in both themes. */
async function takePicturesOf(page: Page, name: string): Promise<void> {
  const folder = process.env.ORRERY_PICTURES
  if (folder === undefined) return
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/devices-${name}-${width}-${colorScheme}.png`, animations: 'disabled' })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
}
