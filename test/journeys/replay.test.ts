// Somebody was away: what a session did beside what it writes, and its replay at any moment, on a desk and on a phone.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { playCast } from '../support/cast-player.ts'
import { findBarriers } from '../support/axe.ts'
import { cardOf, signIn } from '../support/browser.ts'
import { ingest, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey({ env: { DEPLOYMENT: 'cloud-fabric' }, tab: { bypassCSP: true, reducedMotion: 'reduce' } })

const session = { id: '', name: '' }
/** Where pictures of the page go, for whoever wants to look at them. */
const pictures = process.env.ORRERY_PICTURES

const gate = (step: number) => join(at.home.root, `step-${step}`)

/** A shell that goes on when the next file is there, with tools told of as a client's hooks do. */
at.prepare(async () => {
  const steps = [
    String.raw`printf '\033[32mThe first words.\033[0m\n'`,
    'for i in $(seq 1 400); do echo "line $i of the tests"; done',
    'echo The last words.; sleep 1000',
  ]
  const waits = steps.map((step, index) => `until [ -e "${gate(index)}" ]; do sleep 0.05; done; ${step}`)
  const told = { agent_type: 'shell', label: 'Fix the double capture', prompt: waits.join('; ') }
  const { id, tmux_session: name } = sessionOf(await launch(at.service, told))
  Object.assign(session, { id, name })
  const tool = async (used: object) =>
    assert.equal((await ingest(at.service, { tmux_session: name, event: 'tool_use', tool: used })).status, 200)
  writeFileSync(gate(0), '')
  await written('The first words.')
  await tool({ name: 'Bash', ok: true, command: 'rg -n captureKey src', directory: '/p' })
  writeFileSync(gate(1), '')
  await written('line 400 of')
  await tool({ name: 'Bash', ok: false, command: 'npm test -- retry-after-timeout', directory: '/p' })
  await tool({ name: 'Edit', ok: true, file: 'src/payments/idempotency.ts', directory: '/p' })
  await tool({ name: 'Bash', ok: true, command: 'npm test', directory: '/p' })
  writeFileSync(gate(2), '')
  await written('The last words.')
  assert.equal((await ingest(at.service, { tmux_session: name, event: 'to_review' })).status, 200)
})

async function written(words: string): Promise<void> {
  await until(`it wrote ${words}`, async () => (await streamOf()).includes(words))
}

async function streamOf(query = ''): Promise<string> {
  const { token } = at.service
  return (await at.service.call(`GET /api/sessions/${session.id}/stream${query}`, { token })).text
}

const derived = (page: Page) => page.getByRole('region', { name: 'Derived state' })
const moment = (page: Page) => page.getByRole('slider', { name: 'Moment' })
const shows = (page: Page, words: string) => page.locator('.xterm-rows', { hasText: words }).waitFor()
const showsNot = (page: Page, words: string) =>
  until(`it does not show ${words}`, async () => !(await page.locator('.xterm-rows').innerText()).includes(words))

/** Opens a moment of the replay, and waits until what failed stands on its time line. */
async function openReplay(page: Page, query = ''): Promise<void> {
  await page.goto(`${at.service.url}/sessions/${session.id}/replay${query}`)
  await page.getByText('1 failure').waitFor()
}

test('beside a terminal stands what its session did, and each row leads to its moment of the replay', async () => {
  const { page } = at
  await page.goto(`${at.service.url}/terminal/${session.id}`)
  await shows(page, 'The last words.')
  await derived(page).getByText('4 commands, 1 failed, 1 file.').waitFor()
  await derived(page).getByText('src/payments/idempotency.ts').waitFor()
  await derived(page).getByText('in /p').waitFor()
  await picture(page, 'terminal')
  assert.deepEqual(await findBarriers(page), [])
  const told = ingest(at.service, {
    tmux_session: session.name,
    event: 'tool_use',
    tool: { name: 'Bash', ok: true, command: 'git status', directory: '/p' },
  })
  await derived(page).getByText('git status').waitFor()
  assert.equal((await told).status, 200)
  await derived(page)
    .getByRole('link', { name: /retry-after-timeout/ })
    .click()
  await page.waitForURL(/\/sessions\/\w+\/replay\?at=/)
  await shows(page, 'line 400 of')
  await showsNot(page, 'The last words.')
})

test('on the board and in the list of sessions one line says what it did, as it goes on', async () => {
  const { page, service } = at
  const did = '5 commands, 1 failed, 1 file'
  await page.goto(`${service.url}/board`)
  await cardOf(page, session.id).getByText(did, { exact: true }).waitFor()
  await picture(page, 'card-did')
  assert.deepEqual(await findBarriers(page), [])
  const told = ingest(service, {
    tmux_session: session.name,
    event: 'tool_use',
    tool: { name: 'Bash', ok: true, command: 'git push', directory: '/p' },
  })
  await cardOf(page, session.id).getByText('6 commands, 1 failed, 1 file', { exact: true }).waitFor()
  assert.equal((await told).status, 200)
  await page.goto(`${service.url}/sessions`)
  await page.locator('.session-line').getByText('6 commands, 1 failed, 1 file', { exact: true }).waitFor()
  await picture(page, 'list-did')
  await using phone = await at.openTab({ device: 'phone' })
  await signIn(phone, service, '/board?col=active')
  await cardOf(phone.page, session.id).getByText('6 commands, 1 failed, 1 file', { exact: true }).waitFor()
  assert.equal(await phone.page.evaluate('document.documentElement.scrollWidth'), 390)
  await picture(phone.page, 'card-did-phone')
})

test('the line between the panes is moved by mouse and keys, and stays where it was put', async () => {
  const { page } = at
  await openReplay(page)
  const line = page.getByRole('separator', { name: 'Resize panes' })
  assert.equal(await line.getAttribute('aria-valuenow'), '40')
  await line.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  assert.equal(await line.getAttribute('aria-valuenow'), '52')
  const box = await line.boundingBox()
  assert.ok(box !== null)
  await page.mouse.move(box.x, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(432, box.y + 100)
  await page.mouse.up()
  assert.equal(await line.getAttribute('aria-valuenow'), '30')
  await page.reload()
  await page.locator('.track .mark').first().waitFor()
  assert.equal(await line.getAttribute('aria-valuenow'), '30')
  await line.dblclick()
  assert.equal(await line.getAttribute('aria-valuenow'), '40')
})

test('a replay plays, jumps to what failed, and shows both panes at that moment; its address names it', async () => {
  const { page } = at
  await openReplay(page)
  await showsNot(page, 'The first words.')
  await page.keyboard.press('e')
  await shows(page, 'line 400 of')
  await showsNot(page, 'The last words.')
  const failed = derived(page).locator('.cmd[aria-current]')
  assert.match(await failed.innerText(), /retry-after-timeout/)
  await derived(page).getByText('3 commands, 1 failed.').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  const place = await moment(page).getAttribute('aria-valuetext')
  await page.keyboard.press('E')
  assert.equal(await moment(page).getAttribute('aria-valuetext'), place, 'there is none before it')
  await page.keyboard.press('[')
  await shows(page, 'The first words.')
  await moment(page).focus()
  await page.keyboard.press('End')
  await shows(page, 'The last words.')
  await page.keyboard.press('Home')
  await showsNot(page, 'The first words.')
  await page.getByRole('button', { name: '16×' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await shows(page, 'The last words.')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  const { beganMs, failedMs } = await times()
  await openReplay(page, `?t=${(failedMs - beganMs) / 1000}`)
  await shows(page, 'line 400 of')
  await showsNot(page, 'The last words.')
  await picture(page, 'replay')
})

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  await mkdir(pictures, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) })
  }
}

async function times(): Promise<{ readonly beganMs: number; readonly failedMs: number }> {
  const lines = (await streamOf()).split('\n').filter((line) => line !== '')
  const atOf = (line = ''): number => Date.parse(/"at":"(?<at>[^"]+)"/.exec(line)?.groups?.['at'] ?? '')
  return { beganMs: atOf(lines[0]), failedMs: atOf(lines.find((line) => line.includes('retry-after'))) }
}

test('the recording is saved as a file that the player of asciinema plays, and the panel leads to the replay', async () => {
  const { page } = at
  await openReplay(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the recording' }).click(),
  ])
  assert.match(file.suggestedFilename(), /^Fix-the-double-capture-.*\.cast$/)
  const played = await playCast((await (await file.createReadStream()).toArray()).join(''))
  assert.match(played.output, /The first words[^]*The last words/)
  await page.goto(`${at.service.url}/board?session=${session.id}`)
  await page.getByRole('link', { name: 'Replay', exact: true }).click()
  await page.waitForURL(/\/replay$/)
})

test('on a phone the panes are tabs, and the replay is worked by fingers', async () => {
  await using phone = await at.openTab({ device: 'phone', bypassCSP: true, reducedMotion: 'reduce' })
  const { page } = phone
  await signIn(phone, at.service)
  await openReplay(page)
  await picture(page, 'phone-first')
  await page.getByRole('button', { name: 'Next failure' }).tap()
  await shows(page, 'line 400 of')
  await page.getByRole('tab', { name: 'Derived' }).tap()
  await derived(page).getByText('3 commands, 1 failed.').waitFor()
  await picture(page, 'phone-derived')
  assert.deepEqual(await findBarriers(page), [])
  await derived(page)
    .getByRole('link', { name: /captureKey/ })
    .tap()
  await shows(page, 'The first words.')
  await page.getByRole('button', { name: 'Speed, 1 times' }).tap()
  await page.getByRole('button', { name: 'Speed, 4 times' }).waitFor()
  await picture(page, 'phone-output')
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.equal(wide, 390)
})

test('a session that wrote nothing that is kept says so, and one that nobody knows, too', async () => {
  const { page } = at
  await page.goto(`${at.service.url}/sessions/nobody/replay`)
  await page.getByText(/There is no session/).waitFor()
})
