// A person opens the printed link, launches agents from the page, watches, attaches, stops, restarts and dismisses them.
import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import { taskAnswerSchema } from '#rooms/tasks/contract.ts'
import { shellQuoted } from '#base/shell-word.ts'
import { cardIn, cardOf, makeLink } from '../support/browser.ts'
import { orreryArgv } from '../support/entry.ts'
import { ingest, launch, listSessions, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey({ tab: { permissions: ['clipboard-read', 'clipboard-write'] } })

test('a login link signs a browser in and leaves no trace in its address', async () => {
  const { service } = at
  await using fresh = await at.openTab()
  await fresh.page.goto(await makeLink(service))
  await fresh.page.getByText('This browser is signed in.').waitFor()
  assert.equal(fresh.page.url(), `${service.url}/`)
  await fresh.page.goto(`${service.url}/settings/access`)
  await fresh.page.getByText('this browser', { exact: true }).waitFor()
})

test('the launch dialog says what is wrong beside the field, and launches once it is right', async () => {
  const { tab, home, page, service } = at
  const loads = tab.loads()
  const directory = join(home.userHome, 'made-later')
  await page.getByText('No sessions yet').waitFor()
  const dialog = await openLaunch()
  await submit(dialog)
  await dialog.getByText('Say what it should do.').waitFor()
  await fill(dialog, { Command: 'sleep 300', Label: 'Waits for nothing', 'tmux session': 'no spaces please' })
  await submit(dialog)
  await dialog.getByText('At most 64 letters, digits, “-” and “_”.').waitFor()
  await fill(dialog, { 'tmux session': 'agent-from-the-page', 'Working directory': directory })
  await submit(dialog)
  await dialog.getByText(/must be a folder that exists, and there is no .*made-later/).waitFor()
  assert.equal(await field(dialog, 'Label').inputValue(), 'Waits for nothing')
  assert.deepEqual(await listSessions(service), [])

  await mkdir(directory)
  await submit(dialog)
  await dialog.waitFor({ state: 'detached' })
  const card = cardIn(page, 'active', await idOf('agent-from-the-page'))
  await card.getByText('Running').waitFor()
  await card.getByRole('link', { name: 'Waits for nothing' }).waitFor()
  assert.equal(tab.loads(), loads)
})

test('a task is taken by its title, offered as one types, and refused where it is none', async () => {
  const { page, service } = at
  await service.call('POST /api/tasks', { json: { id: 'STO-7', title: 'Wallet button', status: 'ready' } })
  await page.getByText('Wallet button').waitFor()
  const dialog = await openLaunch()
  await fill(dialog, { Command: 'sleep 300', Label: 'Works on the wallet', 'tmux session': 'agent-wallet' })
  const task = dialog.getByLabel('Task', { exact: true })
  await task.fill('no such thing')
  await submit(dialog)
  await dialog.getByText('No task has the id or the title “no such thing”.').waitFor()
  assert.equal((await listSessions(service)).filter(({ tmux_session: name }) => name === 'agent-wallet').length, 0)
  await task.fill('wallet b')
  await dialog.locator('datalist option[value="STO-7"]').waitFor({ state: 'attached' })
  await task.fill('wallet button')
  await task.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  const launched = (await listSessions(service)).find(({ tmux_session: name }) => name === 'agent-wallet')
  assert.equal(launched?.task_id, 'STO-7')
})

test('hook events move the card at once, and why? tells each of them with its cause', async () => {
  const { tab, page, service } = at
  const loads = tab.loads()
  const { id } = await launchShell('agent-asks', 'sleep 300')
  await cardIn(page, 'active', id).waitFor()
  await ingest(service, { tmux_session: 'agent-asks', event: 'to_review', metadata: 'Which word?' })
  const card = cardIn(page, 'review', id)
  await card.getByText('Awaiting review').waitFor()
  await card.getByText('Which word?').waitFor()
  await until('the count in the title', async () => (await page.title()) === '(1) Board · Orrery')
  await card.getByRole('button', { name: 'Resume' }).click()
  await cardIn(page, 'active', id).getByText('Running').waitFor()
  await until('no count in the title', async () => (await page.title()) === 'Board · Orrery')

  await cardOf(page, id).getByRole('button', { name: 'why?' }).click()
  const why = page.getByRole('dialog', { name: /^Why/ })
  await why.getByText('resumed by a person').waitFor()
  const lines = await why.getByRole('listitem').allInnerTexts()
  assert.match(lines[0] ?? '', /resumed by a person/)
  assert.match(lines[1] ?? '', /sent to review from its hook: Which word\?/)
  assert.match(lines[2] ?? '', /started at launch/)
  await page.keyboard.press('Escape')
  await why.waitFor({ state: 'detached' })
  assert.equal(tab.loads(), loads)
})

test('a long prompt is cut on the card and opens to all of it', async () => {
  const { page } = at
  const prompt = `true # ${'a word that goes on '.repeat(30)}the end`
  const { id } = await launchShell('agent-long', prompt, 'Long prompt')
  const card = cardIn(page, 'review', id)
  const text = card.locator('details.prompt summary')
  const cut = await text.boundingBox()
  assert.doesNotMatch(await text.innerText(), /the end/)
  await text.click()
  await text.getByText(/the end/).waitFor()
  assert.equal((await text.innerText()).trim(), prompt)
  assert.ok(((await text.boundingBox())?.height ?? 0) > (cut?.height ?? 0))
})

test('a session that waits for a task starts by itself once the task is done', async () => {
  const { tab, page, service } = at
  const loads = tab.loads()
  const { json } = await service.call('POST /api/tasks', { json: { title: 'Comes first', status: 'ready' } })
  const { id: task } = taskAnswerSchema.parse(json).task
  await page.getByText('Comes first').first().waitFor()
  const waiting = await openLaunch()
  await fill(waiting, { Command: 'sleep 300', 'tmux session': 'agent-second', 'Starts after': 'T-7' })
  await submit(waiting)
  await waiting.getByText('No task has the id or the title “T-7”.').waitFor()
  assert.equal(
    (await listSessions(service)).some(({ tmux_session: name }) => name === 'agent-second'),
    false,
  )
  await fill(waiting, { 'Starts after': task })
  await submit(waiting)
  const second = await idOf('agent-second')
  await cardIn(page, 'queued', second).getByText('waits for “Comes first”').waitFor()

  const first = await openLaunch()
  await fill(first, { Command: 'true', Task: task, 'tmux session': 'agent-first' })
  await submit(first)
  await cardIn(page, 'review', await idOf('agent-first'))
    .getByText('Completed')
    .waitFor()
  const causeOf = async () => (await listSessions(service)).find(({ id }) => id === second)?.cause?.source
  await until('its start by the service', async () => (await causeOf()) === 'dependency')
  await cardIn(page, 'active', second).getByText('started by itself').waitFor()
  assert.equal(tab.loads(), loads)
})

test('beside Attach are commands that open the agent’s terminal, and the agent hears what is typed there', async () => {
  const { page } = at
  const { id } = await launchShell('agent-listener', 'echo ready; read -r word; echo "heard $word"')
  const card = cardOf(page, id)
  await act(id, 'Other ways to attach')
  const panel = page.getByRole('dialog', { name: /^Attach/ })
  // It is asked for, and moves the rest once it is there.
  await panel.getByRole('button', { name: 'Copy tmux command' }).waitFor()
  await panel.getByRole('button', { name: 'Copy command' }).click()
  const command = await until('a copied command', async () => /^(?:npx )?orrery .*/.exec(await clipboard())?.[0])
  await panel.getByRole('button', { name: 'Copy tmux command' }).click()
  const tmuxCommand = await until('a copied tmux command', async () => /^tmux .*/.exec(await clipboard())?.[0])
  await page.keyboard.press('Escape')

  for (const each of [tmuxCommand, command]) {
    await using terminal = await openTerminal(each)
    await until(`the agent’s screen by ${each}`, async () => (await terminal.screen()).includes('ready'))
    if (each !== command) continue
    await terminal.type('hello')
    // Whoever closes the terminal with the last key may take that along.
    await cardIn(page, 'review', id).getByText('exit 0').waitFor()
  }
  await card.getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: /^Session/ })
  await drawer.getByRole('region', { name: 'Output' }).getByText('heard hello').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
})

test('Stop fails a session, Restart runs it again, and Dismiss can be undone until it is done', async () => {
  const { tab, page, home, service } = at
  const loads = tab.loads()
  const { id } = await launchShell('agent-stopped', 'sleep 300')
  await act(id, 'Stop')
  await cardIn(page, 'review', id).getByText('Stopped by you').waitFor()
  await until('its terminal is gone', async () => !(await home.terminals()).includes('agent-stopped'))

  await act(id, 'Restart')
  await cardIn(page, 'active', id).getByText('Running').waitFor()
  await until('its terminal is back', async () => (await home.terminals()).includes('agent-stopped'))

  await act(id, 'Stop')
  await cardIn(page, 'review', id).getByText('Stopped by you').waitFor()
  await act(id, 'Dismiss')
  await cardOf(page, id).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await cardIn(page, 'review', id).waitFor()
  assert.equal(tab.loads(), loads)

  // Leaving the page while it can still be undone dismisses it all the same.
  await act(id, 'Dismiss')
  await cardOf(page, id).waitFor({ state: 'detached' })
  await page.reload()
  await until('it is gone', async () => (await service.call(`GET /api/hooks/sessions/${id}`)).status === 404)
  await cardOf(page, id).waitFor({ state: 'detached' })
})

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`at ${size.width} what was typed outlives Escape and a reload, and the last directory is a click away`, async () => {
    const { page } = at
    const before = page.viewportSize()
    await page.setViewportSize(size)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'Launch agent' })
    await dialog.locator('label', { hasText: 'shell' }).click()
    await fill(dialog, { Command: 'echo kept', Label: 'Kept' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Launch agent' }).first().waitFor()
    await page.keyboard.press('c')
    assert.equal(await field(dialog, 'Command').inputValue(), 'echo kept')
    assert.equal(await field(dialog, 'Label').inputValue(), 'Kept')
    await field(dialog, 'Working directory').fill('')
    const recent = dialog.getByRole('group', { name: 'Recent directories' }).getByRole('button')
    const directory = await recent.first().innerText()
    await recent.first().click()
    assert.equal(await field(dialog, 'Working directory').inputValue(), directory)
    await fill(dialog, { Command: '', Label: '', 'Working directory': '' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    if (before !== null) await page.setViewportSize(before)
  })
}

test('an agent that is not installed is told before the start, with the command that installs it', async () => {
  const { page } = at
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Launch agent' })
  const choice = dialog.locator('label', { hasText: 'gateway-agent' })
  await choice.getByText('openclaw is not installed').waitFor()
  await choice.click()
  await dialog.getByText('npm install -g openclaw').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

async function openLaunch(): Promise<Locator> {
  const { page } = at
  await page.getByRole('button', { name: 'Launch agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Launch agent' })
  await dialog.locator('label', { hasText: 'shell' }).click()
  return dialog
}

function field(dialog: Locator, name: string): Locator {
  return dialog.getByRole(name === 'Working directory' ? 'combobox' : 'textbox', { name, exact: true })
}

async function fill(dialog: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(dialog, name).fill(value)
}

async function submit(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: /^Launch/ }).click()
}

/** By the API, where the story is not about the dialog. */
async function launchShell(name: string, prompt: string, label = name): Promise<Session> {
  const { service } = at
  return sessionOf(await launch(service, { agent_type: 'shell', session_name: name, prompt, label }))
}

/** Buttons of a card show while the pointer is on it. */
async function act(id: string, action: string): Promise<void> {
  const { page } = at
  await cardOf(page, id).hover()
  await cardOf(page, id)
    .getByRole('button', { name: new RegExp(`^${action}`) })
    .click()
  if (action !== 'Stop') return
  await page.getByRole('dialog', { name: /^Stop/ }).getByRole('button', { name: 'Stop' }).click()
}

function idOf(tmuxSession: string): Promise<string> {
  const { service } = at
  return until(
    `a session named ${tmuxSession}`,
    async () => (await listSessions(service)).find(({ tmux_session: name }) => name === tmuxSession)?.id,
  )
}

function clipboard(): Promise<string> {
  const { page } = at
  return page.evaluate('navigator.clipboard.readText()')
}

interface Terminal extends AsyncDisposable {
  readonly screen: () => Promise<string>
  readonly type: (line: string) => Promise<void>
}

let terminals = 0

/** A person's own terminal with `orrery` on its PATH: a tmux of its own, since somebody has to draw it. */
async function openTerminal(command: string): Promise<Terminal> {
  const { home } = at
  const bin = join(home.root, 'bin')
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, 'orrery'), `#!/bin/sh\nexec ${orreryArgv().map(shellQuoted).join(' ')} "$@"\n`)
  // In a checkout the command is 'npx orrery …'; npm's own look for it is not what is tried here.
  await writeFile(join(bin, 'npx'), '#!/bin/sh\nexec "$@"\n')
  for (const name of ['orrery', 'npx']) await chmod(join(bin, name), 0o755)
  terminals += 1
  const own = ['-L', `person-${terminals}`]
  const line = `env -u TMUX -u TMUX_PANE PATH=${shellQuoted([bin, process.env.PATH].join(delimiter))} ${command}`
  await home.tmux(...own, 'new-session', '-d', '-x', '100', '-y', '30', '-s', 'own', line)
  return {
    screen: () => home.tmux(...own, 'capture-pane', '-p', '-t', '=own:'),
    async type(text) {
      await home.tmux(...own, 'send-keys', '-t', '=own:', '-l', '--', text)
      await home.tmux(...own, 'send-keys', '-t', '=own:', 'Enter')
    },
    async [Symbol.asyncDispose]() {
      await home.tmux(...own, 'kill-server').catch(() => {})
    },
  }
}
