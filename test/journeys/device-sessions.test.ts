// Sessions on a device, as a person has them: launched from the page, watched, found, stopped while the device is away, and
// what stays of them when it is revoked.
import assert from 'node:assert/strict'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { online, pairDevice, sampleFacts } from '#rooms/devices/server/room.testkit.ts'
import { asHub } from '../support/as-hub.ts'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { startDaemon, untilOnline, type Daemon } from '../support/daemon.ts'
import {
  joinHub,
  makeDevicePlace,
  openModelServer,
  startThere,
  untilState,
  type DevicePlace,
} from '../support/device-place.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }
const tab = { bypassCSP: true, reducedMotion: 'reduce' } as const
const at = journey({ path: '/sessions', tab, env: fabric, config: { fabric: { localDevice: false } } })

/** The other machine, with an agent that says what a file tells it to and ends when it is told. */
const there: { place?: DevicePlace; daemon?: Daemon; id: string } = { id: '' }
const opened = new AsyncDisposableStack()
at.prepare(async () => {
  const server = opened.use(await openModelServer('tiny'))
  there.place = opened.use(await makeDevicePlace({ OLLAMA_HOST: server.host }))
  there.place.install(
    'claude',
    'echo "begun in $(pwd)"; touch "$HOME/said"; tail -n +1 -f "$HOME/said" & while [ ! -e "$HOME/go" ]; do sleep 0.05; done; kill $!; exit 0',
  )
  there.place.install('ollama', 'cat >/dev/null; echo "All is quiet."')
})
const place = (): DevicePlace => {
  assert.ok(there.place !== undefined)
  return there.place
}

const lineOf = (page: Page, title: string) => page.locator('.session-line', { hasText: title })
const cardOf = (page: Page, title: string) => page.locator('[data-card]', { hasText: title })
const dialog = (page: Page) => page.getByRole('dialog')
const panel = (page: Page) => page.locator('.drawer')

test('an empty list says what comes next, and a launch says why no device will do', async () => {
  const { page } = at
  await page.getByText('No session yet').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: 'Launch agent' }).last().click()
  const auto = dialog(page).getByRole('radio', { name: 'auto', exact: true })
  await dialog(page).getByText('no machine is a device').waitFor()
  assert.equal(await auto.isDisabled(), true)
  assert.equal(await dialog(page).getByRole('radio', { name: 'here', exact: true }).isChecked(), true)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('a launch goes to the best device, in the words of the command line', async () => {
  const { page } = at
  const daemon = opened.use(await joinHub(at.service, place()))
  there.daemon = daemon
  there.id = daemon.id
  await page.keyboard.press('c')
  const open = dialog(page)
  await open.getByRole('textbox', { name: 'Prompt', exact: true }).fill('Port the ledger')
  await open.getByText('the best one: Forge now').waitFor()
  await open.getByText(/^score \d\.\d\d: \d+ % of memory free, \d+ % idle$/).waitFor()
  await open.getByRole('radio', { name: 'auto', exact: true }).check()
  assert.equal(await open.getByLabel('tmux session').count(), 0, 'a terminal on a device is named by the device')
  await open.getByText("orrery launch code-agent --on auto 'Port the ledger'").waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await takeBoth(page, 'launch')
  await page.keyboard.press('Control+Enter')
  await open.waitFor({ state: 'detached' })
  await page.getByText('On Forge.').waitFor()
  const line = lineOf(page, 'Port the ledger')
  await line.getByText('Running').waitFor()
  await line.getByText('Forge').waitFor()
  await line.getByText('begun in', { exact: false }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
})

test('the choice is remembered, and what is no harness runs here alone', async () => {
  const { page } = at
  await page.keyboard.press('c')
  const open = dialog(page)
  await open.getByText('the best one: Forge now').waitFor()
  assert.equal(await open.getByRole('radio', { name: 'auto', exact: true }).isChecked(), true)
  await open.getByRole('radio', { name: 'shell' }).check({ force: true })
  await open.getByText(/a device starts one of code-agent, .*, and no shell/).waitFor()
  assert.equal(await open.getByRole('radio', { name: 'here', exact: true }).isChecked(), true)
  await open.getByRole('radio', { name: 'code-agent' }).check({ force: true })
  await open.getByRole('radio', { name: 'auto', exact: true }).check()
  await page.keyboard.press('Escape')
  await open.waitFor({ state: 'detached' })
})

test('its output is followed in its panel, whose commands are for its device', async () => {
  const { page } = at
  await lineOf(page, 'Port the ledger').getByRole('link').click()
  await panel(page).getByText('begun in', { exact: false }).first().waitFor()
  appendFileSync(join(place().userHome, 'said'), 'half of it is ported\n')
  await panel(page).getByText('half of it is ported').first().waitFor()
  await panel(page)
    .getByText(/^tmux -L orrery-device attach -t /)
    .waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await takeBoth(page, 'panel')
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  const { code, err } = await orrery(at.home, ['attach', 'Port the ledger'])
  assert.notEqual(code, 0)
  assert.match(err, /attach shows a terminal, and this is none[^]*orrery logs/)
})

test('Attach opens its terminal from here, and attaches again after the daemon was away', async () => {
  const { page } = at
  await lineOf(page, 'Port the ledger').getByRole('link').click()
  const [terminal] = await Promise.all([
    page.context().waitForEvent('page'),
    panel(page)
      .getByRole('link', { name: /^Attach/ })
      .click(),
  ])
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  await attached(terminal)
  await shows(terminal, 'half of it is ported')
  await terminal.keyboard.type('typed from the hub')
  await shows(terminal, 'typed from the hub')
  await takeBoth(terminal, 'terminal')
  await terminal.getByRole('button', { name: 'Go on elsewhere' }).click()
  await terminal.getByText(/^tmux -L orrery-device attach -t /).waitFor()
  assert.equal(await terminal.getByText('Over ssh').count(), 0)
  await terminal.keyboard.press('Escape')
  await there.daemon?.[Symbol.asyncDispose]()
  await terminal.getByText('reconnecting', { exact: true }).waitFor()
  there.daemon = opened.use(startDaemon(place()))
  await attached(terminal)
  await shows(terminal, 'typed from the hub')
  await terminal.close()
})

const attached = (page: Page) => page.getByText('attached', { exact: true }).waitFor()

async function shows(page: Page, text: string): Promise<void> {
  const rows = page.locator('.term-host .xterm-rows').first()
  await until(`the terminal shows ${text}`, async () => ((await rows.textContent()) ?? '').includes(text))
}

test('its card names the device, and a new name is everywhere at once', async () => {
  const { page } = at
  await page.goto(`${at.service.url}/board`)
  await cardOf(page, 'Port the ledger').locator('.place', { hasText: 'Forge' }).waitFor()
  const renamed = await orrery(at.home, ['devices', 'set', 'Forge', '--label', 'Anvil'])
  assert.equal(renamed.code, 0, renamed.err)
  await cardOf(page, 'Port the ledger').locator('.place', { hasText: 'Anvil' }).waitFor()
  const { out } = await orrery(at.home, ['ls'])
  assert.match(out, /DEVICE[^]*Anvil/)
  const undo = /Undo: .*?(devices set .*)$/m.exec(renamed.err)?.[1] ?? ''
  assert.equal((await orrery(at.home, undo.split(' '))).code, 0)
  await cardOf(page, 'Port the ledger').locator('.place', { hasText: 'Forge' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('forge')
  await cardOf(page, 'Port the ledger').waitFor()
})

test('what the assistant did stands among all sessions, and on no board', async () => {
  const { page } = at
  const id = await startThere(at.service, { harness: 'mother-llm', model: 'tiny', prompt: 'Is it quiet?' })
  await untilState(at.service, id, 'completed')
  await page.goto(`${at.service.url}/sessions`)
  await lineOf(page, 'Is it quiet?').getByText('All is quiet.').waitFor()
  await page.getByLabel('Harness').selectOption('mother-llm')
  await until('it stands in the address', () => new URL(page.url()).searchParams.get('harness') === 'mother-llm')
  await lineOf(page, 'Port the ledger').waitFor({ state: 'detached' })
  await lineOf(page, 'Is it quiet?').getByRole('link').click()
  await panel(page).getByText('All is quiet.').first().waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${at.service.url}/board`)
  await cardOf(page, 'Port the ledger').waitFor()
  assert.equal(await cardOf(page, 'Is it quiet?').count(), 0)
  assert.doesNotMatch((await orrery(at.home, ['ls'])).out, /Is it quiet/)
  assert.match((await orrery(at.home, ['ls', '--harness', 'mother-llm'])).out, /Is it quiet/)
  assert.match(
    (await orrery(at.home, ['ls', '--device', 'Forge'])).out,
    /Is it quiet[^]*Port the ledger|Port the ledger[^]*Is it quiet/,
  )
})

test('a device that is away says so where its session stands, and a stop waits for it', async () => {
  const { page } = at
  await there.daemon?.stop()
  const card = cardOf(page, 'Port the ledger')
  await card.locator('.place', { hasText: /Forge, offline since \d\d:\d\d/ }).waitFor()
  await card.getByText(/as of \d\d:\d\d/).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await takeBoth(page, 'board-away')
  await page.goto(`${at.service.url}/sessions`)
  const line = lineOf(page, 'Port the ledger')
  await line.getByText(/Forge, offline since/).waitFor()
  await page.keyboard.press('c')
  await dialog(page).getByText('it is offline').waitFor()
  await dialog(page).getByText('no device will do for it').first().waitFor()
  await dialog(page).getByRole('textbox', { name: 'Prompt', exact: true }).fill('Go there')
  await page.keyboard.press('Control+Enter')
  await dialog(page).getByText('auto: no device will do for it. Choose another one.').waitFor()
  await takeBoth(page, 'launch-away')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await line.getByRole('link').click()
  await panel(page)
    .getByText(/Forge is offline since/)
    .waitFor()
  await panel(page).getByRole('button', { name: /^Stop/ }).click()
  await page.getByRole('dialog', { name: /^Stop/ }).getByRole('button', { name: /^Stop/ }).click()
  await untilState(at.service, await idOf('Port the ledger'), 'failed')
  there.daemon = opened.use(startDaemon(place()))
  await untilOnline(at.service, there.id)
  await line.getByText('Stopped by you').waitFor()
  await until('its terminal is gone', async () => {
    const { json } = await at.service.call(`GET /api/sessions/${await idOf('Port the ledger')}`, {
      token: at.service.token,
    })
    return (json.session as { tmux_alive: boolean | null }).tmux_alive === false
  })
  await page.keyboard.press('Escape')
})

test('a thousand sessions are as quick as ten: those in sight are drawn, and each filter is in the address', async () => {
  const { page, service } = at
  const made = Array.from({ length: 1000 }, (_, index) => ({ tmux_session: `crowd-${index}`, label: `Crowd ${index}` }))
  for (let from = 0; from < made.length; from += 50) {
    await Promise.all(made.slice(from, from + 50).map((json) => service.call('POST /api/hooks/sessions', { json })))
  }
  await page.goto(`${service.url}/sessions?q=crowd`)
  await page.locator('.page-head .meta', { hasText: /^1\u2009\d{3}/ }).waitFor()
  const lines = page.locator('.session-line')
  assert.ok((await lines.count()) < 60, 'only those in sight are drawn')
  // By its name, which is one word: letters alone may stand in the id of another one, too.
  await page.getByLabel('Filter sessions').fill('crowd-999')
  await until('one is left', async () => (await lines.count()) === 1)
  assert.equal(new URL(page.url()).searchParams.get('q'), 'crowd-999')
  await page.getByLabel('Filter sessions').fill('nothing like it')
  await page.getByText('No session fits these filters').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: 'Show all' }).click()
  await lines.first().getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await until('the third has the focus', () =>
    lines.nth(2).evaluate((line) => line.contains(line.ownerDocument.activeElement)),
  )
})

test('on a phone each session is three short lines, and a tap opens it', async () => {
  await using phone = await at.openTab({ ...tab, device: 'phone' })
  const { page } = phone
  await signIn(phone, at.service, '/sessions?harness=code-agent&device='.concat(there.id))
  const line = lineOf(page, 'Port the ledger')
  await line.getByText('Forge').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await line.getByRole('link').click()
  await panel(page).getByText('begun in', { exact: false }).first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
})

test('what did not fit on a device that was away is marked where it is missing, and the end says why', async () => {
  const { page, service } = at
  const hub = asHub(service)
  const device = await pairDevice(hub, { label: 'Ghost' })
  const channel = await online(hub, device)
  channel.beat({ ...sampleFacts, installedHarnesses: ['code-agent'] })
  await until('it may be given work', async () => {
    const { json } = await service.call('GET /api/sessions/devices?harness=code-agent', { token: service.token })
    return (json.devices as { id: string; eligible: boolean }[]).some(
      ({ id, eligible }) => id === device.id && eligible,
    )
  })
  const id = await startThere(service, { deviceTarget: device.id, label: 'Long away' })
  let start = await channel.next()
  while (start.type !== 'session.start') start = await channel.next()
  const run = { session_id: id, run_id: start.run_id }
  const data = Buffer.from('after the gap\r\n').toString('base64')
  channel.send({ type: 'session.started', ...run, seq: 1, tmux_session: null })
  channel.send({ type: 'session.gap', ...run, seq: 5, from: 2, to: 5, bytes: 123_456 })
  channel.send({ type: 'session.stdout', ...run, seq: 6, data, at: 10 })
  channel.send({ type: 'session.exit', ...run, seq: 7, exit_code: 3, signal: null, reason: 'its disk was full' })
  await page.goto(`${service.url}/sessions?q=long+away`)
  await lineOf(page, 'Long away').getByText('its disk was full').waitFor()
  await lineOf(page, 'Long away').getByRole('link').click()
  await panel(page).locator('.output mark', { hasText: '123456 bytes of output did not fit on the device' }).waitFor()
  await panel(page).locator('.output', { hasText: 'after the gap' }).waitFor()
  await panel(page).getByText('its disk was full').first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  channel.socket.close()
  await page.keyboard.press('Escape')
})

test('pictures, where somebody wants to look', async () => {
  writeFileSync(join(place().userHome, 'said'), '')
  await startThere(at.service, {
    deviceTarget: there.id,
    prompt: 'Reconcile the October lines',
    label: 'Reconcile the October lines',
  })
  await takePictures(at, 'sessions', { list: '/sessions?q=o', board: '/board?q=forge' })
})

test('an unpaired machine is offline until it is revoked, and then its sessions say what became of it', async () => {
  const { page } = at
  const id = await idOf('Reconcile the October lines')
  assert.equal((await orrery(place(), ['daemon', 'unpair'])).code, 2, 'an agent runs there')
  assert.equal((await orrery(place(), ['daemon', 'unpair', '--keep-agents'])).code, 0)
  await page.goto(`${at.service.url}/sessions?q=reconcile`)
  await lineOf(page, 'Reconcile')
    .getByText(/Forge, offline/)
    .waitFor()
  assert.equal((await orrery(at.home, ['devices', 'revoke', 'Forge'])).code, 0)
  await untilState(at.service, id, 'failed')
  await lineOf(page, 'Reconcile').getByText('revoked device').waitFor()
  assert.match((await orrery(at.home, ['ls', '-s', 'failed'])).out, /revoked device/)
})

test('legacy mode has neither the page nor the choice', async () => {
  const { service } = await at.openPlace()
  await using legacy = await at.openTab(tab)
  const { page } = legacy
  await signIn(legacy, service, '/board')
  assert.equal(await page.getByRole('link', { name: 'Sessions', exact: true }).count(), 0)
  await page.keyboard.press('c')
  await dialog(page).getByLabel('tmux session').waitFor()
  assert.equal(await dialog(page).getByRole('radio', { name: 'auto', exact: true }).count(), 0)
  await page.goto(`${service.url}/sessions`)
  await page.getByText('There is no page at this address').waitFor()
})

test('the other machine is put away', async () => {
  writeFileSync(join(place().userHome, 'go'), '')
  await opened.disposeAsync()
})

async function idOf(label: string): Promise<string> {
  const { json } = await at.service.call('GET /api/sessions', { token: at.service.token })
  const found = (json.sessions as { id: string; label: string; prompt: string }[]).find(
    (session) => session.label === label || session.prompt === label,
  )
  assert.ok(found !== undefined, `there is no session ${label}`)
  return found.id
}

/** What stands open, at both sizes and in both themes. */
async function takeBoth(page: Page, name: string): Promise<void> {
  const folder = process.env.ORRERY_PICTURES
  if (folder === undefined) return
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/on-${name}-${width}-${colorScheme}.png`, animations: 'disabled' })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
}
