// The cockpit: machines and sessions as they are, live and in place, by mouse, keys, finger and reader; and a machine's own panel.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { online, pairDevice } from '#rooms/devices/server/room.testkit.ts'
import { asHub } from '../support/as-hub.ts'
import { openAskingAgent } from '../support/asking-agent.ts'
import { findBarriers } from '../support/axe.ts'
import { answer, hide, machinesInSky, planet, ship, takeBoth, takeHere, turning } from '../support/cockpit-page.ts'
import { signIn } from '../support/browser.ts'
import { playDevice, type PlayedDevice } from '../support/fake-fleet.ts'
import { startThere } from '../support/device-place.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }
const tab = { bypassCSP: true } as const
const at = journey({ path: '/', tab, motion: 'no-preference', env: fabric, config: { fabric: { localDevice: false } } })
const gibibyte = 2 ** 30

/** The machines of this file. */
const fleet: { atlas?: PlayedDevice; pi?: PlayedDevice; beats?: NodeJS.Timeout } = {}
after(() => clearInterval(fleet.beats))
const atlas = (): PlayedDevice => {
  assert.ok(fleet.atlas !== undefined)
  return fleet.atlas
}

const dialog = (page: Page) => page.getByRole('dialog')

test('fabric mode begins with the cockpit, which says how to begin where no machine is paired', async () => {
  const { page } = at
  await page.getByText('No machine is paired yet.').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Cockpit' }).first().getAttribute('aria-current'), 'page')
  assert.match(await page.title(), /Cockpit/)
  assert.deepEqual(await findBarriers(page), [])
  await page.locator('.bubble').getByRole('button', { name: 'Pair a device' }).click()
  await dialog(page).getByText('Waiting for the machine…').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('a machine is a planet as soon as it is heard: larger with more memory, and told in words', async () => {
  const { page, service } = at
  fleet.atlas = await playDevice(service, 'atlas', {
    total_ram: 64 * gibibyte,
    free_ram: 41 * gibibyte,
    load: 2,
    cores: 8,
    capabilities: ['gpu-cuda', 'mother-llm'],
    installedHarnesses: ['code-agent', 'mother-llm'],
    models: ['qwen3-coder:30b', 'llama3.1:8b'],
    gpus: [{ name: 'RTX 4090', total_memory: 24 * gibibyte, free_memory: 20 * gibibyte }],
    gateway: { port: 18_789, is_up: true },
  })
  fleet.pi = await playDevice(service, 'lumen-pi', { total_ram: 8 * gibibyte, free_ram: 5 * gibibyte })
  await planet(page, 'atlas, online, 41 of 64 GiB free, load 25 %, no sessions').waitFor()
  await page.getByText('Nothing runs. atlas has room for one more agent.').waitFor()
  const widthOf = async (name: string) => (await planet(page, name).boundingBox())?.width ?? 0
  assert.ok((await widthOf('atlas')) > 1.3 * (await widthOf('lumen-pi')))
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(await turning(page), [], 'nothing moves while nobody works')
})

test('a session circles its machine while it runs, and docks with its name where it waits; no planet is drawn anew', async () => {
  const { page } = at
  await page.evaluate(`document.querySelector('.planet-button').dataset.seen = 'before'`)
  const works = await atlas().run({ label: 'Reconcile the books' })
  const waits = await atlas().run({ label: 'Port the ledger' })
  await ship(page, 'Reconcile the books, running').waitFor()
  assert.deepEqual(await turning(page), ['circle'], 'the ring turns as a whole')
  waits.waits()
  await ship(page, 'Port the ledger, awaiting review').waitFor()
  await page.locator('.call', { hasText: 'Port the ledger' }).waitFor()
  await page.getByText('One session waits for you.', { exact: false }).waitFor()
  assert.equal(await page.locator('.planet-button[data-seen="before"]').count(), 1)
  assert.equal(await page.locator('.ring .ship').count(), 1)
  await takeBoth(page, 'busy')
  works.say('session.exit', { exit_code: 0, signal: null, reason: null })
  await ship(page, 'Reconcile the books').waitFor({ state: 'detached' })
  assert.deepEqual(await turning(page), [])
})

test('NOW is beside the sky as triage has it, at most three, and each leads to its task; news come in place', async () => {
  const { page, service } = at
  const { token } = service
  const lock = async (id: string, title: string): Promise<void> => {
    await service.call('POST /api/tasks', { token, json: { id, title } })
    await service.call(`POST /api/triage/lock/${id}`, { token, json: { lane: 'now', reason: 'today' } })
  }
  const lane = page.locator('.rail section', { has: page.getByRole('heading', { name: /^NOW/ }) })
  assert.equal(await lane.count(), 0, 'nothing stands for an empty lane')
  await lock('T-1', 'Partial refunds return 502')
  await lane.getByRole('link', { name: 'Partial refunds return 502' }).waitFor()
  await lock('T-2', 'One button for two wallets')
  await lock('T-3', 'Rotate the webhook secret')
  await until('all three are there', async () => (await lane.getByRole('listitem').count()) === 3)
  const { json } = await service.call('GET /api/morning', { token })
  assert.deepEqual(
    await lane.locator('.two-lines').allInnerTexts(),
    (json.now as { task: { title: string } }[]).map(({ task }) => task.title),
  )
  assert.deepEqual(await lane.locator('li .meta').allInnerTexts(), Array(3).fill('locked, backlog, nobody works on it'))
  assert.deepEqual(await findBarriers(page), [])
  await takeBoth(page, 'now')
  await lane.getByRole('link', { name: 'One button for two wallets' }).press('Enter')
  await page.locator('.drawer', { hasText: 'One button for two wallets' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.drawer').waitFor({ state: 'detached' })
  await lane.getByRole('link', { name: 'Triage' }).click()
  await page.waitForURL('**/triage')
  await page.goBack()
  await planet(page, 'atlas').waitFor()
})

test('a ship opens its session, and a planet the panel of its machine, in one order', async () => {
  const { page } = at
  await ship(page, 'Port the ledger').click()
  await page.locator('.drawer', { hasText: 'Port the ledger' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.drawer').waitFor({ state: 'detached' })
  await planet(page, 'atlas').click()
  const open = dialog(page)
  await open.getByRole('button', { name: /Port the ledger/ }).waitFor()
  assert.deepEqual(await open.getByRole('heading', { level: 3 }).allInnerTexts(), [
    'Identity',
    'Runtime',
    'Active sessions 1',
    'Capabilities',
    'Harnesses 2 of 6 installed',
    'Vault',
    'Graphics',
    'Models 2',
    'Gateway',
  ])
  assert.deepEqual(await open.getByRole('group', { name: 'Actions' }).getByRole('button').allInnerTexts(), [
    'Ping',
    'Refresh caps',
    'Open assistant',
    'Open gateway agent',
  ])
  for (const text of [
    '41 of 64 GiB',
    '25 %',
    'choose in the vault',
    'RTX 4090',
    '20 of 24 GiB free',
    'qwen3-coder:30b',
    'answers on port 18789',
    '192.168.1.5',
  ]) {
    await open.getByText(text, { exact: false }).first().waitFor()
  }
  assert.equal(await open.getByRole('button', { name: 'Open gateway agent' }).isDisabled(), true)
  assert.deepEqual(await findBarriers(page), [])
  assert.match(page.url(), /\?planet=/)
  await takeBoth(page, 'detail')
})

test('the panel is live: a heartbeat, a ping, a look anew, and it goes by Back', async () => {
  const { page } = at
  const open = dialog(page)
  atlas().beat({ free_ram: 10 * gibibyte, total_ram: 64 * gibibyte, load: 6, cores: 8 })
  await open.getByText('10 of 64 GiB').waitFor()
  await open.getByRole('button', { name: 'Ping' }).click()
  await answer(atlas(), 'ping', 'pong')
  await page.getByText(/^atlas answered in \d+ ms\.$/).waitFor()
  await open.getByRole('button', { name: /Port the ledger/ }).click()
  await page.locator('.drawer', { hasText: 'Port the ledger' }).waitFor()
  await page.goBack()
  await open.getByText('Identity').waitFor()
  await page.goBack()
  await open.waitFor({ state: 'detached' })
})

test('devices are asked for every 5 s with the tag of what is known, and not at all while the page is hidden', async () => {
  const { page } = at
  const tags: (string | undefined)[] = []
  const statuses: number[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/devices') tags.push(request.headers()['if-none-match'])
  })
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/devices') statuses.push(response.status())
  })
  await until('an answer that is known was not sent again', () => statuses.includes(304))
  assert.ok(tags.some((known) => known !== undefined))
  await hide(page, 'hidden')
  const before = tags.length
  await atlas().run({ label: 'Unseen' })
  await until('the page heard of it all the same', async () => (await page.locator('.ship').count()) > 1)
  assert.equal(await page.evaluate(`document.querySelectorAll('.planet-button').length`), 2)
  assert.equal(tags.length, before)
  await until('nothing turns for nobody', async () => (await turning(page, 'body')).length === 0)
  await hide(page, 'visible')
  await until('it turns again', async () => (await turning(page)).length > 0)
  await until('it asks at once', () => tags.length > before)
})

test('by keys alone every planet and ship is reached in reading order, with what it is', async () => {
  const { page } = at
  await page.getByRole('button', { name: 'Table' }).focus()
  const names: string[] = []
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate<string>(
      `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`,
    )
    names.push(name.split(',')[0] ?? '')
  }
  assert.deepEqual(
    names.filter((name) => /^(atlas|lumen-pi|Port the ledger|Unseen)$/.test(name)),
    ['atlas', 'Port the ledger', 'Unseen', 'lumen-pi'],
  )
  await planet(page, 'lumen-pi').press('Enter')
  await dialog(page).getByText('Identity').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  assert.match(await page.evaluate<string>('document.activeElement.getAttribute("aria-label")'), /^lumen-pi/)
})

test('the same as a list: on choice, and it is remembered', async () => {
  const { page } = at
  await page.getByRole('button', { name: 'Table' }).click()
  const row = page.locator('.planet-row', { hasText: 'atlas' })
  await row.getByText('Port the ledger', { exact: false }).waitFor()
  await row.getByRole('button', { name: 'Unseen, running' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.reload()
  await row.waitFor()
  await page.getByRole('button', { name: 'Sculpture' }).click()
  await planet(page, 'atlas').waitFor()
})

test('with reduced motion nothing turns', async () => {
  await using still = await at.openTab({ ...tab, reducedMotion: 'reduce' })
  await signIn(still, at.service, '/')
  await ship(still.page, 'Unseen, running').waitFor()
  assert.deepEqual(await turning(still.page), [])
})

test('on a phone it is a list, a panel is a sheet, and what happened is one line above the tabs', async () => {
  await using phone = await at.openTab({ ...tab, device: 'phone' })
  const { page } = phone
  await signIn(phone, at.service, '/')
  const row = page.locator('.planet-row', { hasText: 'atlas' })
  await row.getByText(/of 64 GiB free, load/).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await takeHere(page, 'phone')
  await row.getByRole('button', { name: 'atlas' }).tap()
  await dialog(page).getByText('Identity').waitFor()
  await until('it came from below', async () => {
    const box = await dialog(page).boundingBox()
    return box !== null && Math.abs(box.y + box.height - 844) < 2
  })
  assert.deepEqual(await findBarriers(page), [])
  await takeHere(page, 'phone-detail')
  await dialog(page).getByRole('button', { name: 'Close' }).tap()
  await page.locator('.activity-peek').tap()
  await page.getByRole('region', { name: 'All that happened' }).waitFor()
})

test('on a desktop what happened opens over the sky, and closes to where it was opened', async () => {
  const { page } = at
  const open = page.getByRole('button', { name: 'Activity', exact: true })
  await open.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Activity' })
  await drawer.getByText('Port the ledger').first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await takeBoth(page, 'drawer')
  await drawer.getByRole('searchbox').or(drawer.getByRole('textbox')).first().fill('nothing like this')
  await drawer
    .getByText(/Nothing|No /)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  assert.equal(await open.evaluate((button) => button === button.ownerDocument.activeElement), true)
})

test('Home is a page of its own here, and the mark leads to the cockpit', async () => {
  const { page } = at
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.waitForURL('**/home')
  await page.locator('.lede').waitFor()
  await page.locator('.brand').click()
  await planet(page, 'atlas').waitFor()
})

test('who asks for permission is answered right here', async () => {
  const { home, page, service } = at
  assert.equal((await orrery(home, ['hook', 'install'])).code, 0)
  await page.goto(service.url)
  const agent = await openAskingAgent(at, { label: 'Asks on the bridge' })
  await page
    .locator('.rail')
    .getByRole('button', { name: /Asks on the bridge/ })
    .first()
    .click()
  const asked = page.locator('.item.open')
  await asked.getByRole('region', { name: 'The whole command' }).getByText('npm test').waitFor()
  await asked.getByRole('button', { name: 'Deny…' }).click()
  await page.keyboard.type('Later.')
  await asked.getByRole('button', { name: 'Deny and tell it' }).click()
  await agent.reads('"message":"Later."')
  await service.call(`DELETE /api/hooks/sessions/${agent.id}?kill=true`, { token: service.token })
})

test('of a hundred machines with three hundred sessions those are drawn that have something to say, each ship of theirs', async () => {
  const { service, page } = at
  const hub = asHub(service)
  const busy: string[] = []
  const beating = [() => atlas().beat(), () => fleet.pi?.beat()]
  // Frames of rings that turn cost a browser of tests more than all that is looked at here.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (let from = 0; from < 98; from += 14) {
    const paired = await Promise.all(
      Array.from({ length: 14 }, (_, index) => pairDevice(hub, { label: `node-${from + index}` })),
    )
    for (const device of from < 70 ? paired : []) {
      const channel = await online(hub, device)
      beating.push(() => channel.beat({ installedHarnesses: ['code-agent'] }))
      busy.push(device.id)
    }
  }
  for (const beat of beating) beat()
  fleet.beats = setInterval(() => beating.forEach((beat) => beat()), 10_000)
  await until('each of them may be given work', async () => {
    const { json } = await service.call('GET /api/sessions/devices?harness=code-agent', { token: service.token })
    return (json.devices as { eligible: boolean }[]).filter(({ eligible }) => eligible).length >= busy.length
  })
  // Two run or wait by now.
  for (let from = 0; from < 298; from += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, 298 - from) }, (_, index) =>
        startThere(service, { deviceTarget: busy[(from + index) % busy.length], label: `Job ${from + index}` }),
      ),
    )
  await page.getByText('One session waits for you.', { exact: false }).waitFor()
  await planet(page, 'atlas').waitFor()
  await until('every machine is drawn or counted', async () => (await machinesInSky(page)) === 100)
  const drawn = await page.locator('.planet-button:not(.group)').count()
  assert.ok(drawn >= 5 && drawn <= 14, String(drawn))
  await ship(page, 'Port the ledger, awaiting review').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await takeBoth(page, 'hundred')
})

/** Of a button, without its numbers: heartbeats go on. */
const nameOf = `(button) => (button.getAttribute('aria-label') ?? button.textContent).split(',')[0]`

test('a hundred machines by keys: round the sky, each planet before its ships, then the groups, which lead to the list', async () => {
  const { page } = at
  const wanted = await page.evaluate<string[]>(`[...document.querySelectorAll('.planets button')].map(${nameOf})`)
  await page.locator('.ask').focus()
  const reached: string[] = []
  for (let presses = 0; presses < wanted.length; presses += 1) {
    await page.keyboard.press('Tab')
    reached.push(await page.evaluate<string>(`(${nameOf})(document.activeElement)`))
  }
  assert.deepEqual(reached, wanted, 'nothing is left out and nothing comes between')
  const name = await page.evaluate<string>('document.activeElement.textContent')
  assert.match(name, /^\d+ more (online|offline|unreachable), show the list$/)
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Devices' })
  await until('the list names each', async () => (await list.locator('.planet-row').count()) === 100)
})

test('a reader hears a hundred machines as one list: each with its numbers, and with every session or how many more', async () => {
  const { page } = at
  const list = page.getByRole('list', { name: 'Devices' })
  const told = await list.ariaSnapshot()
  const machines = [...told.matchAll(/^ {2}- listitem/gm)]
  assert.equal(machines.length, 100)
  assert.equal([...told.matchAll(/button "(node-\d+|atlas|lumen-pi)"/g)].length, 100)
  const named = [...told.matchAll(/button ".*, (?:running|awaiting review)"/g)].length
  const counted = [...told.matchAll(/button "(\d+) more"/g)].reduce((sum, [, more]) => sum + Number(more), 0)
  assert.equal(named + counted, 300)
  assert.match(told, /of \d+ GiB free, load \d+ %/)
  await page.getByRole('button', { name: 'Sculpture' }).click()
  await planet(page, 'atlas').waitFor()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
})

test('pictures, where somebody wants to look', async () => {
  await takePictures(at, 'cockpit', { plain: '/', home: '/home' })
})

test('in legacy mode there is none of it', async () => {
  const { service } = await at.openPlace()
  await using legacy = await at.openTab(tab)
  await signIn(legacy, service, '/')
  await legacy.page.locator('.lede').waitFor()
  assert.equal(await legacy.page.getByRole('link', { name: 'Cockpit' }).count(), 0)
  await legacy.page.goto(`${service.url}/home`)
  await legacy.page.getByText('There is no page at this address').waitFor()
})
