// A person says where and when they are called, in Settings, Notifications: Slack, Telegram, a webhook and a browser that takes
// pushes are played by an endpoint of the test, which decrypts what comes.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { startPushEndpoint } from '../../src/testing/push-endpoint.testkit.ts'
import { findBarriers } from '../support/axe.ts'
import { hide } from '../support/cockpit-page.ts'
import { noticeOf, signIn, undoOf, type Tab } from '../support/browser.ts'
import type { TestHome } from '../support/home.ts'
import { openAskingAgent } from '../support/asking-agent.ts'
import { changeSetting, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { orrery } from '../support/service.ts'
import { actionsIn, closeShown, deliver, keyIn, press, showHere, shownIn } from '../support/shown-notifications.ts'
import { until } from '../support/until.ts'
import { openViewer } from '../support/viewer.ts'

let endpoint: Awaited<ReturnType<typeof startPushEndpoint>>

const at = journey({
  device: null,
  async env(home, keep) {
    endpoint = keep(await startPushEndpoint())
    await writeConfig(home)
    const ca = join(home.root, 'ca.pem')
    await writeFile(ca, endpoint.certificate.cert)
    return { NODE_EXTRA_CA_CERTS: ca }
  },
})
const path = '/settings/notifications'
const secret = 'a-secret-of-the-test'

async function writeConfig(home: TestHome): Promise<void> {
  const notify = { privateTargets: ['localhost'], telegramUrl: endpoint.url, failed: { delayS: 0 } }
  await mkdir(home.home, { mode: 0o700 })
  await writeFile(join(home.home, 'config.json'), JSON.stringify({ notify }), { mode: 0o600 })
}

let tab: Tab
at.prepare(async () => {
  tab = await at.openTab({ permissions: ['notifications'], serviceWorkers: 'allow' })
  await tab.page.addInitScript({ content: pushesTo(endpoint.subscribe('desk')) })
  await signIn(tab, at.service, path)
})

/** The push service of a browser is no part of a test: its subscription leads to the endpoint of the test. */
function pushesTo(subscription: object): string {
  return `PushManager.prototype.getSubscription = async () => null
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  if (typeof applicationServerKey !== 'string') throw new Error('no key')
  return { toJSON: () => (${JSON.stringify(subscription)}), unsubscribe: async () => true }
}`
}

const config = async () => JSON.parse(await readFile(join(at.home.home, 'config.json'), 'utf8')).notify
const line = (page: Page, name: string): Locator =>
  page.locator('.notify-channels > li', { has: page.getByText(name, { exact: true }) })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name, exact: true })
const fail = async (label: string) =>
  sessionOf(await launch(at.service, { agent_type: 'shell', label, prompt: 'exit 3' })).id
const postsTo = (place: string) => endpoint.posts.filter(({ path: where }) => where.startsWith(place))

test('a channel is set up where it stands, taken back, set up again, and tested', async () => {
  const { page } = tab
  await button(page, 'Set up Slack').click()
  await page.keyboard.type('http://hooks.example/plain')
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: 'Set up Slack' }).getByText('must', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Set up Slack').click()
  await page.keyboard.type(`${endpoint.url}/slack`)
  await page.keyboard.press('Enter')
  await button(page, 'Test Slack').waitFor()
  await undoOf(page, 'Slack is set up').click()
  await button(page, 'Test Slack').waitFor({ state: 'detached' })
  assert.equal((await config()).slackUrl, undefined)
  await button(page, 'Set up Slack').click()
  await page.keyboard.type(`${endpoint.url}/slack`)
  await page.keyboard.press('Enter')
  await button(page, 'Test Slack').click()
  await noticeOf(page, 'Slack took it (201).').waitFor()
  await line(page, 'Slack').getByText('delivered').waitFor()
  assert.match(postsTo('/slack')[0]?.body ?? '', /Orrery reaches you here/)
  assert.ok(!(await page.content()).includes('/slack'), 'an address that is a secret is shown')
})

test('Telegram and a webhook take all that they need at once', async () => {
  const { page } = tab
  await button(page, 'Set up Telegram').click()
  assert.ok(await button(page, 'Save').isDisabled())
  await page.getByLabel('Token of the bot').fill('42:secret')
  await page.getByLabel('Chat', { exact: true }).fill('7')
  await page.keyboard.press('Enter')
  await button(page, 'Test Telegram').click()
  await noticeOf(page, 'Telegram took it (201).').waitFor()
  assert.equal(postsTo('/bot42:secret/sendMessage').length, 1)
  await button(page, 'Set up Webhook').click()
  await page.getByLabel('Address', { exact: true }).fill(`${endpoint.url}/hook`)
  await page.getByRole('textbox', { name: /^Secret/ }).fill(secret)
  await page.keyboard.press('Enter')
  await button(page, 'Test Webhook').click()
  await noticeOf(page, 'The webhook took it (201).').waitFor()
  const [{ body, headers } = assert.fail('nothing came')] = postsTo('/hook')
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  assert.equal(headers['x-signature-256'], `sha256=${signature}`)
})

test('this browser takes pushes, and shows what its open tab is told', async () => {
  const { page } = tab
  await button(page, 'Turn on pushes in this browser').click()
  await page.getByText('push to this browser by localhost', { exact: false }).waitFor()
  await button(page, 'Turn on pushes in this browser').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Test Chrom/ }).click()
  await until('it is pushed', () => endpoint.pushes.length === 1)
  assert.equal(endpoint.pushes[0]?.payload.title, 'Orrery reaches you here')
  await page.getByRole('switch', { name: 'Tell this browser while a tab is open' }).click()
  await button(page, 'Test Browser').click()
  await until('the browser shows it', async () => (await shownIn(page)).includes('Orrery reaches you here'))
})

test('a notification denies, approves a named tool whose whole input it shows, and its key does nothing else', async () => {
  const { page } = tab
  assert.equal((await orrery(at.home, ['hook', 'install'])).code, 0)
  await changeSetting(at.service, 'notify.needs_you.showText', true)
  // Without it there is nothing to press.
  await until('this browser has its key', async () => (await keyIn(page)) !== null)
  const read = await asks('Reads', { tool_name: 'Read', tool_input: { file_path: '/etc/hosts' } })
  assert.equal(read.payload.text, 'Read: /etc/hosts')
  await closeShown(page, read.tag)
  await deliver(page, read.payload)
  assert.deepEqual(await actionsIn(page, read.tag), ['approve', 'deny'])
  await press(page, read.tag, 'approve')
  await read.agent.is('approved')
  await read.agent.reads('"behavior":"allow"')

  const bash = await asks('Runs', { tool_name: 'Bash', tool_input: { command: 'npm test' } })
  await closeShown(page, bash.tag)
  await deliver(page, bash.payload)
  assert.deepEqual(await actionsIn(page, bash.tag), ['deny'])
  const key = await keyIn(page)
  const headers = { authorization: `Bearer ${key}` }
  const { id, input_hash: hash } = bash.agent.asked
  const decide = (decision: string) =>
    at.service.call(`POST /api/approvals/${id}`, { headers, json: { decision, input_hash: hash } })
  const yes = await decide('approve')
  assert.deepEqual([yes.status, yes.json.error], [403, 'not_from_notification'])
  for (const route of [
    `GET /api/approvals/${id}`,
    'GET /api/approvals',
    'GET /api/system/logins',
    'POST /api/agents/launch',
    'POST /api/notifications/subscriptions',
    'GET /api/auth/passkeys',
  ])
    assert.equal((await at.service.call(route, { headers })).status, 401, route)
  await press(page, bash.tag, 'deny')
  await bash.agent.is('denied')
  // Pressed on a notification that came late: it says what is so.
  // Its tag is one that no page takes away.
  const tag = 'said:late'
  const data = { tag, link: '/', ask: bash.payload.ask }
  await showHere(page, 'Late', { tag, data, actions: [{ action: 'deny', title: 'Deny' }] })
  await press(page, tag, 'deny')
  assert.ok((await shownIn(page)).includes('Not denied'))
  // A page that comes takes away what is over, and leaves what was said.
  await showHere(page, 'Over', { tag: 'over' })
  await page.reload()
  await until('what is over is gone', async () => !(await shownIn(page)).includes('Over'))
  assert.ok((await shownIn(page)).includes('Not denied'))
  await changeSetting(at.service, 'notify.needs_you.showText', false)
  // Nobody is called for them while other tests count what is sent.
  for (const { agent } of [read, bash])
    await at.service.call(`DELETE /api/hooks/sessions/${agent.id}?kill=true`, { token: at.service.token })
})

test('a rule is changed by its boxes and its switch, and taken back', async () => {
  const { page } = tab
  const toWebhook = box(page, 'Session failed: Webhook')
  await toWebhook.click()
  await until('it is written', async () => (await config()).failed.channels !== undefined)
  assert.deepEqual((await config()).failed, { delayS: 0, channels: ['browser', 'push', 'slack', 'telegram'] })
  await undoOf(page, 'Session failed: not told by Webhook').click()
  await until('it is back', async () => (await config()).failed.channels === undefined)
  await until('its box is ticked', () => toWebhook.isChecked())
  // One after the other without a look at the first: none is lost.
  await box(page, 'Session failed: Telegram').click()
  await box(page, 'Device offline: Slack').click()
  await until('both are written', async () => {
    const { failed, device_offline: offline } = await config()
    return failed.channels?.length === 4 && offline?.channels?.length === 4
  })
  const blocked = page.getByRole('switch', { name: 'Task blocked' })
  await blocked.click()
  await until('it is off', async () => (await blocked.getAttribute('aria-checked')) === 'false')
  await page.getByRole('row', { name: /^Task blocked off/ }).waitFor()
  await page.keyboard.press('z')
  await until('it is on', async () => (await blocked.getAttribute('aria-checked')) === 'true')
})

test('quiet hours are typed, checked and told beside the rule', async () => {
  const { page } = tab
  await button(page, 'Change notify.missed.quiet').click()
  const field = page.getByRole('textbox', { name: 'notify.missed.quiet' })
  await field.fill('22-7')
  await page.getByText('must be', { exact: false }).waitFor()
  await field.fill('22:00-07:30')
  await field.press('Enter')
  await page.getByRole('row', { name: /^Strand missed a run after 5 s, quiet 22:00-07:30/ }).waitFor()
  await undoOf(page, 'notify.missed.quiet changed').click()
  await page.getByRole('row', { name: /^Strand missed a run after 5 s/ }).waitFor()
})

test('an open tab calls while nobody looks at the session, and is silent for the one that is looked at', async () => {
  const { page } = tab
  const seen = await fail('Somebody looks at it')
  await using other = await at.openTab()
  await signIn(other, at.service, `/board?session=${seen}`)
  await hide(page, 'hidden')
  const away = await fail('Nobody looks at it')
  await until('the browser shows it', async () => (await shownIn(page)).includes('Nobody looks at it failed'))
  await until('it is pushed', () => endpoint.pushes.some(({ payload }) => payload.tag === `session:${away}`))
  const told = endpoint.pushes.filter(({ payload }) => payload.tag === `session:${away}` && payload.event === 'told')
  assert.equal(told.length, 1)
  // It fails anew while its panel is in sight.
  const before = endpoint.pushes.length
  const again = await launchLookedAt(other.page)
  assert.ok(!(await shownIn(page)).some((title) => title.startsWith(again)))
  assert.equal(endpoint.pushes.slice(before).filter(({ payload }) => String(payload.title).startsWith(again)).length, 0)
  await hide(page, 'visible')
})

/** A session whose panel is open when it fails; answers what it is called, once another one that failed after it was told. */
async function launchLookedAt(page: Page): Promise<string> {
  const label = 'Looked at in its panel'
  const gate = join(at.home.root, 'gate')
  const prompt = `until [ -e '${gate}' ]; do sleep 0.1; done; exit 3`
  const { id } = sessionOf(await launch(at.service, { agent_type: 'shell', label, prompt }))
  await page.goto(`${at.service.url}/board?session=${id}`)
  await page.locator('.drawer').getByText(label).first().waitFor()
  await writeFile(gate, '')
  await page.locator('.drawer').getByText('failed', { exact: false }).first().waitFor()
  const next = await fail('The one after it')
  await until('the next one is told', () => endpoint.pushes.some(({ payload }) => payload.tag === `session:${next}`))
  return label
}

test('what did not arrive stands in the log with its reason, and is sent again by hand', async () => {
  const { page } = tab
  endpoint.answer((place) => (place === '/slack' ? { status: 404, body: 'no_service' } : { status: 201 }))
  await button(page, 'Test Slack').click()
  await noticeOf(page, 'Slack refuses it (404): no_service').waitFor()
  await line(page, 'Slack').getByText('failed').waitFor()
  await button(page, 'Failed').click()
  const log = page.locator('.notify-log')
  await log.getByText('Slack: failed.', { exact: false }).waitFor()
  await until('nothing else is listed', async () => (await log.locator('li').count()) === 1)
  endpoint.answer(() => ({ status: 201 }))
  const before = postsTo('/slack').length
  await button(page, 'Send again: Orrery reaches you here, to Slack').click()
  await page.getByText('None failed.').waitFor()
  assert.equal(postsTo('/slack').length, before + 1)
  await button(page, 'All').click()
  await log.getByText('Slack: delivered', { exact: false }).first().waitFor()
})

test('pictures of it', () => takePictures(at, 'notifications', { section: path }))

test('on a phone all of it fits, in both themes, and can be reached by everybody', async () => {
  await using phone = await at.openTab({ device: 'phone' })
  await signIn(phone, at.service, path)
  const { page } = phone
  await box(page, 'Session failed: Webhook').waitFor()
  await button(page, 'Change Slack').click()
  const outside = await page.evaluate<readonly string[]>(`[...document.querySelectorAll('.settings section *')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(part).overflowX))
    .map((part) => part.className)`)
  assert.deepEqual(outside, [], 'parts that scroll sideways')
  assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'))
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(await findBarriers(tab.page), [])
  await box(page, 'Session failed: Webhook').tap()
  await until('the other page has it', async () => !(await box(tab.page, 'Session failed: Webhook').isChecked()))
})

test('what is removed is called no more', async () => {
  const { page } = tab
  await button(page, 'Remove Webhook').click()
  await noticeOf(page, 'Webhook was removed').waitFor()
  await button(page, 'Set up Webhook').waitFor()
  await page.getByRole('button', { name: /^Remove Chrom/ }).click()
  await noticeOf(page, 'gets no push any more').waitFor()
  await button(page, 'Turn on pushes in this browser').waitFor()
  const { webhookUrl, webhookSecret } = await config()
  assert.deepEqual([webhookUrl, webhookSecret], [undefined, undefined])
  const [pushes, hooks] = [endpoint.pushes.length, postsTo('/hook').length]
  const id = await fail('After the removal')
  await until('Slack has it', () => postsTo('/slack').some(({ body }) => body.includes('After the removal')))
  assert.deepEqual([endpoint.pushes.length, postsTo('/hook').length], [pushes, hooks], id)
})

test('a phone that is lost: its login is revoked elsewhere, and page, sockets, key and pushes end', async () => {
  await using phone = await at.openTab({ device: 'phone', permissions: ['notifications'], serviceWorkers: 'allow' })
  const { page } = phone
  await page.addInitScript({ content: pushesTo(endpoint.subscribe('phone')) })
  const before = await loginIds()
  await signIn(phone, at.service, path)
  const [own = assert.fail('no login')] = (await loginIds()).filter((id) => !before.includes(id))
  await button(page, 'Turn on pushes in this browser').click()
  await button(page, 'Turn on pushes in this browser').waitFor({ state: 'detached' })
  const key = await keyIn(page)
  assert.ok(key !== null)
  const token = await page.evaluate<string>(`localStorage.getItem('orrery.token')`)
  const agent = await openAskingAgent(at, { label: 'Asks a lost phone' })
  const denial = { decision: 'deny', input_hash: agent.asked.input_hash }
  using socket = await openViewer(at.service.port, { token })
  const subscribed = await subscriptions()

  assert.equal((await at.service.call(`DELETE /api/system/logins/${own}`, { token: at.service.token })).status, 200)
  const denied = await at.service.call(`POST /api/approvals/${agent.asked.id}`, { token: key, json: denial })
  assert.equal(denied.status, 401, 'its key')
  assert.equal((await at.service.call('GET /api/system/logins', { token })).status, 401, 'its page')
  await socket.closed
  await page
    .getByText(/^(npx )?orrery login$/)
    .first()
    .waitFor()
  await until('its subscription is gone', async () => (await subscriptions()) === subscribed - 1)
  await until('what it kept is gone', async () => (await keyIn(page)) === null)
  assert.equal((await agent.decide({ decision: 'deny' })).status, 200, 'it is still open')
})

async function subscriptions(): Promise<number> {
  const { json } = await at.service.call('GET /api/notifications/subscriptions', { token: at.service.token })
  return (json.subscriptions as unknown[]).length
}

async function loginIds(): Promise<readonly string[]> {
  const { json } = await at.service.call('GET /api/system/logins', { token: at.service.token })
  return (json.logins as { id: string }[]).map(({ id }) => id)
}

/** An agent that asks, and what was pushed of it. */
async function asks(label: string, request: object) {
  const agent = await openAskingAgent(at, { label, request })
  const tag = `session:${agent.id}`
  const find = () => endpoint.pushes.find(({ payload }) => payload.tag === tag && payload.event === 'told')
  await until('it is pushed', () => find() !== undefined)
  return { agent, tag, payload: find()?.payload ?? assert.fail('nothing was pushed') }
}
