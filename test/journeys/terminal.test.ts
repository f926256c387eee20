// A person works in an agent's terminal from the page.
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { cardOf, signIn } from '../support/browser.ts'
import { launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey({ tab: { permissions: ['clipboard-read', 'clipboard-write'] } })

/** Where pictures of the page go, for whoever wants to look at them. */
const pictures = process.env.ORRERY_PICTURES

test('Attach opens the terminal in a tab of its own; what is typed there is run, and nothing is a shortcut', async () => {
  const { page } = at
  const { id } = await launchShell('agent-typed', 'Typed in', prompt('exec sh -i'))
  await cardOf(page, id).hover()
  const [terminal] = await Promise.all([
    page.context().waitForEvent('page'),
    cardOf(page, id)
      .getByRole('link', { name: /^Attach/ })
      .click(),
  ])
  await attached(terminal)
  assert.equal(new URL(terminal.url()).pathname, `/terminal/${id}`)
  assert.equal(await terminal.title(), 'Typed in · Terminal · Orrery')
  await terminal.keyboard.type('echo $((6*7))-gbc? ')
  await terminal.keyboard.press('Enter')
  await shows(terminal, '42-gbc?')
  await terminal.getByText('Running').waitFor()
  assert.equal(await terminal.getByRole('dialog').count(), 0)
  await picture(terminal, 'typed')

  await terminal.getByRole('button', { name: 'Copy the selection, or the screen' }).click()
  assert.match(await terminal.evaluate('navigator.clipboard.readText()'), /42-gbc\?/)
  await terminal.close()
})

test('colours of an agent are drawn although the page allows no inline styles', async () => {
  const { page } = at
  const { id } = await launchShell(
    'agent-colour',
    'Colours',
    String.raw`printf '\033[38;2;255;0;0mred\033[0m \033[32mgreen\033[0m'; sleep 300`,
  )
  await openTerminal(page, id)
  await shows(page, 'red green')
  const colours = await page.evaluate(
    `[...document.querySelectorAll('.xterm-rows span')].map((span) => getComputedStyle(span).color)`,
  )
  assert.ok(Array.isArray(colours) && colours.includes('rgb(255, 0, 0)'), JSON.stringify(colours))
  await picture(page, 'colours')
})

test('earlier output can be scrolled to and searched while the agent goes on', async () => {
  const { page } = at
  const { id } = await launchShell(
    'agent-lines',
    'Many lines',
    'for i in $(seq 1 300); do echo "line $i of it"; done; exec sleep 300',
  )
  await openTerminal(page, id)
  await shows(page, 'line 300 of it')
  await page.keyboard.press('Control+Shift+F')
  const history = page.getByRole('dialog', { name: 'Earlier output' })
  await shows(page, 'line 300 of it')
  await history.getByRole('searchbox').fill('line 42 of')
  await history.getByText('1 of 1').waitFor()
  await shows(page, 'line 42 of it')
  await picture(page, 'search')
  await page.keyboard.press('Escape')
  await history.waitFor({ state: 'detached' })
  await page.locator('.term-host').hover()
  await page.mouse.wheel(0, -200)
  await history.waitFor()
  await history.getByRole('button', { name: 'Back to live' }).click()
  await history.waitFor({ state: 'detached' })
})

test('a second viewer sees the same, and one that only reads is not heard', async () => {
  const { page, service } = at
  const { id } = await launchShell('agent-two', 'Two viewers', prompt('exec sh -i'))
  await openTerminal(page, id)
  await using other = await at.openTab()
  await signIn(other, service)
  await openTerminal(other.page, id)
  await other.page.getByRole('button', { name: 'Read only' }).click()
  await other.page.locator('button[aria-pressed="true"]', { hasText: 'Read only' }).waitFor()
  await other.page.locator('.term-host').click()
  await other.page.keyboard.type('echo never-$((1+1))\n')
  await page.locator('.term-host').click()
  await page.keyboard.type('echo both-$((1+1))\n')
  await shows(page, 'both-2')
  await shows(other.page, 'both-2')
  assert.ok(!(await screen(page)).includes('never-'))
})

test('a session that ends keeps its last screen, and Restart attaches again', async () => {
  const { page } = at
  const { id } = await launchShell('agent-ends', 'Ends', 'echo "these are the last words"; read -r line')
  await openTerminal(page, id)
  await shows(page, 'these are the last words')
  await page.keyboard.press('Enter')
  const notice = page.locator('.term-notice')
  await notice.getByText('Session ended').waitFor()
  await shows(page, 'these are the last words')
  await picture(page, 'ended')
  await notice.getByRole('button', { name: /^Restart/ }).click()
  await attached(page)
  await page.keyboard.press('Enter')
  await notice.getByText('Session ended').waitFor()
  await page.reload()
  await notice.getByText('Session ended').waitFor()
  await shows(page, 'these are the last words')
})

test('a service that restarts is reconnected to, and the agent has gone on', async () => {
  const { page, home } = at
  const { id } = await launchShell('agent-outlives', 'Outlives', prompt('exec sh -i'))
  await openTerminal(page, id)
  await page.context().setOffline(true)
  await home.tmux('detach-client', '-s', '=agent-outlives')
  await page.context().setOffline(false)
  await page.locator('.term-notice').getByRole('button', { name: 'Attach again' }).click()
  await attached(page)
  await page.keyboard.type('echo back-$((1+1))\n')
  await shows(page, 'back-2')
})

test('a phone reads first, fits, and has the keys that its keyboard lacks', async () => {
  const { service } = at
  const { id } = await launchShell('agent-phone', 'On a phone', prompt('exec bash --norc --noprofile -i'))
  const permissions = ['clipboard-read', 'clipboard-write']
  await using phone = await at.openTab({ device: 'phone', permissions, bypassCSP: true })
  await signIn(phone, service)
  await openTerminal(phone.page, id)
  await phone.page.locator('button[aria-pressed="true"]', { hasText: 'Read only' }).waitFor()
  await phone.page.getByRole('button', { name: 'Type here' }).tap()
  await phone.page.getByRole('button', { name: 'Control C' }).waitFor()
  await phone.page.keyboard.type('echo from-$((1+1))-phone')
  await phone.page.getByRole('button', { name: 'Enter' }).tap()
  await shows(phone.page, 'from-2-phone')
  const key = (name: string) => phone.page.getByRole('button', { name, exact: true })
  // Back to what was typed before, two to the left, and something between.
  await key('Up').tap()
  await key('Left').tap()
  await phone.page.keyboard.type('y')
  await key('Right').tap()
  await key('Enter').tap()
  await shows(phone.page, 'from-2-phonye')
  await phone.page.keyboard.type('sleep 300; echo was-$((1+1))-stopped')
  await key('Enter').tap()
  await key('Ctrl').tap()
  assert.equal(await key('Ctrl').getAttribute('aria-pressed'), 'true')
  await phone.page.keyboard.type('c')
  assert.equal(await key('Ctrl').getAttribute('aria-pressed'), 'false')
  await phone.page.keyboard.type('echo again-$((1+1))')
  await key('Enter').tap()
  await shows(phone.page, 'again-2')
  await phone.page.evaluate(`navigator.clipboard.writeText('echo pasted-$((1+1))')`)
  await key('Paste').tap()
  await key('Enter').tap()
  await shows(phone.page, 'pasted-2')
  const columns = async () => {
    const { json } = await service.call(`GET /api/agents/${id}/screen`, { token: service.token })
    return (json.screen as { readonly columns: number }).columns
  }
  const before = await columns()
  for (let taps = 0; taps < 4; taps += 1) await key('A+ larger letters').tap()
  await until('its letters are larger: it has fewer columns', async () => (await columns()) < before)
  for (const box of await phone.page.locator('.term-keys button').all())
    assert.ok(((await box.boundingBox())?.height ?? 0) >= 44)
  assert.deepEqual(await findBarriers(phone.page), [])
  assert.equal(await phone.page.evaluate('document.documentElement.scrollWidth'), 390)
  await picture(phone.page, 'phone')
})

test('the panel of a session shows its screen and resources, its log as a file, and the ways to go on elsewhere', async () => {
  const { page, service } = at
  const { id } = await launchShell('agent-panel', 'Panel', 'echo on the screen; exec sleep 300')
  await page.goto(`${service.url}/board?session=${id}`)
  const drawer = page.getByRole('dialog', { name: /^Session/ })
  await drawer.getByRole('button', { name: 'Screen and resources' }).click()
  await drawer.getByRole('region', { name: 'Screen' }).getByText('on the screen').waitFor()
  await drawer.getByText('sleep', { exact: true }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Download the log' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'agent-panel.log')
  await picture(page, 'panel')
  await drawer.getByRole('button', { name: 'Go on elsewhere' }).click()
  const ways = page.getByRole('dialog', { name: 'Go on elsewhere' })
  await ways.getByText(/^ssh -t .*tmux -L/).waitFor()
  await ways.getByText('Only this machine reaches').waitFor()
  await picture(page, 'transfer')
})

/** A shell with a plain prompt. */
function prompt(command: string): string {
  return `PS1='$ ' ENV= ${command}`
}

async function launchShell(name: string, label: string, command: string): Promise<Session> {
  const { service } = at
  return sessionOf(await launch(service, { agent_type: 'shell', session_name: name, prompt: command, label }))
}

async function openTerminal(page: Page, id: string): Promise<void> {
  const { service } = at
  await page.goto(`${service.url}/terminal/${id}`)
  await attached(page)
}

async function attached(page: Page): Promise<void> {
  await page.getByText('attached', { exact: true }).waitFor()
}

/** What the emulator on top shows. */
async function screen(page: Page): Promise<string> {
  return (await page.locator('.xterm-rows').last().innerText()).replaceAll('\u00A0', ' ')
}

async function shows(page: Page, text: string): Promise<void> {
  await until(`the screen shows ${text}`, async () => (await screen(page)).includes(text)).catch(
    async (error: unknown) => {
      await picture(page, 'missed')
      throw new Error(`${String(error)}; it shows ${await screen(page)}`, { cause: error })
    },
  )
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `terminal-${name}.png`) })
}
