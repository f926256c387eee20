// Boards with tasks, small and huge, their panels and dialogs, and the terminal hold nothing that shuts somebody out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import type { Service } from '../support/service.ts'

// A public address, so that the transfer panel has a QR code to show.
const at = journey({ device: null, env: { SERVICE_PUBLIC_URL: 'https://orrery.example' } })
let huge: Service
let works: Session

at.prepare(async () => {
  huge = (await at.openPlace()).service
  works = await fillSmall()
  await fillHuge()
})

for (const device of ['desk', 'phone'] as const) {
  test(`axe finds nothing on boards, panels and terminals on a ${device}, in the dark and in the light`, async () => {
    const { service } = at
    const found: string[] = []
    const check: Check = async (page, view) => {
      found.push(...(await findBarriers(page)).map((barrier) => `${view}: ${barrier}`))
    }
    // Without the page's content policy, which would stop axe.
    await using tab = await at.openTab({ device, bypassCSP: true, reducedMotion: 'reduce' })
    await signIn(tab, service)
    await checkBoard(tab.page, check)
    await checkDialogs(tab.page, check)
    await checkTerminal(tab.page, check)
    if (device === 'phone') await checkTyping(tab.page, check)
    await using other = await at.openTab({ device, bypassCSP: true, reducedMotion: 'reduce' })
    await signIn(other, huge)
    await other.page.locator('article.card').first().waitFor()
    await check(other.page, 'huge board')
    assert.deepEqual(found, [])
  })
}

type Check = (page: Page, view: string) => Promise<void>

async function checkBoard(page: Page, check: Check): Promise<void> {
  const { service } = at
  await page.goto(`${service.url}/board?col=queued`)
  await page.getByRole('link', { name: 'Refunds' }).first().waitFor()
  await check(page, 'small board in lanes')
  await page.goto(`${service.url}/`)
  await page.getByText('Wallet button').first().waitFor()
  await check(page, 'home with tasks')
  await page.goto(`${service.url}/board?task=story`)
  const drawer = page.getByRole('dialog', { name: 'Task Wallet button' })
  await drawer.getByText('What is to be done').waitFor()
  await drawer.locator('.chain').getByRole('link', { name: 'Announce it' }).waitFor()
  await check(page, 'task panel')
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  await check(page, 'menu of the task panel')
  await page.goto(`${service.url}/board?task=none`)
  await page.getByText('This task is gone').waitFor()
  await check(page, 'panel of a task that is gone')
}

async function checkDialogs(page: Page, check: Check): Promise<void> {
  const { service } = at
  await page.goto(`${service.url}/board?col=queued`)
  const waits = page.getByRole('link', { name: 'Announce it' }).first()
  await waits.waitFor()
  await page.keyboard.press('t')
  const creating = page.getByRole('dialog', { name: 'New task' })
  await creating.getByRole('textbox', { name: 'Title' }).waitFor()
  await check(page, 'new task')
  await page.keyboard.press('Escape')
  await creating.waitFor({ state: 'detached' })

  await waits.focus()
  await page.keyboard.press('m')
  const menu = page.getByRole('dialog', { name: 'Move to' })
  await menu.getByRole('button', { name: 'Start after…' }).waitFor()
  await check(page, 'menu of a card')
  await menu.getByRole('button', { name: 'Start after…' }).click()
  const after = page.getByRole('dialog', { name: 'Start after: Announce it' })
  await after.getByRole('button', { name: 'Remove Wallet button' }).waitFor()
  await check(page, 'start after')
  await page.keyboard.press('Escape')
  await after.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Refunds' }).first().focus()
  await page.keyboard.press('x')
  await page.getByRole('toolbar', { name: 'Selected cards' }).waitFor()
  await check(page, 'selected cards')
}

async function checkTerminal(page: Page, check: Check): Promise<void> {
  const { service } = at
  await page.goto(`${service.url}/terminal/${works.id}`)
  await page.getByText('attached', { exact: true }).waitFor()
  await page.locator('.xterm-rows').last().getByText('green').waitFor()
  await check(page, 'terminal')
  await page.getByRole('button', { name: 'Go on elsewhere' }).click()
  await page.getByRole('img', { name: /^QR code of/ }).waitFor()
  await check(page, 'transfer')
  await page.goto(`${service.url}/terminal/none`)
  await page.getByText('This session is gone').waitFor()
  await check(page, 'terminal of a session that is gone')
}

/** The row of keys that a phone's keyboard lacks. */
async function checkTyping(page: Page, check: Check): Promise<void> {
  const { service } = at
  await page.goto(`${service.url}/terminal/${works.id}`)
  await page.getByRole('button', { name: 'Type here' }).click()
  await page.getByRole('button', { name: 'Control C' }).waitFor()
  await check(page, 'terminal that is typed into')
}

/** About fifteen cards in two lanes, with an agent at work whose terminal has colours. */
async function fillSmall(): Promise<Session> {
  const { service } = at
  const { token } = service
  const make = (json: object) => service.call('POST /api/tasks', { json, token })
  await make({ id: 'epic', title: 'Checkout', type: 'epic', priority: 'P1', project: 'storefront' })
  await make({ id: 'ledger', title: 'Ledger', type: 'epic', priority: 'P2', project: 'ledger-api' })
  const description = '## Why\n\nWhat is to be done, and `how`.\n\n- [ ] one\n- [x] two\n\n> A word.'
  await make({ id: 'story', title: 'Wallet button', type: 'story', parent: 'epic', status: 'in_progress', description })
  for (const status of ['backlog', 'ready', 'claimed', 'in_progress', 'review', 'blocked', 'done']) {
    await make({ title: `One in ${status}`, parent: 'story', status, priority: 'P3' })
  }
  await make({ title: 'Refunds', parent: 'ledger', status: 'ready', priority: 'P4' })
  const start = async (body: object) => sessionOf(await launch(service, { agent_type: 'shell', ...body }))
  await start({ prompt: 'sleep 300', label: 'Announce it', depends_on: ['story'] })
  return start({
    prompt: String.raw`printf '\033[32mgreen\033[0m \033[31mred\033[0m \033[1;34mblue\033[0m\n'; exec sleep 300`,
    label: 'Build the button',
    task_id: 'story',
  })
}

async function fillHuge(): Promise<void> {
  const lines = Array.from({ length: 40 }, (_, epic) => [
    `# Epic ${epic}`,
    ...Array.from({ length: 50 }, (__, number) => `- [ ] Step ${number} of epic ${epic}`),
  ])
  const json = { format: 'markdown', text: `${lines.flat().join('\n')}\n` }
  const answer = await huge.call('POST /api/tasks/import', { json })
  assert.equal(answer.status, 200, answer.text)
}
