// A person says what they would type: into a brief, a prompt and a reply. Where sound goes is said before the first use.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { hide } from '../support/cockpit-page.ts'
import { ingest, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takeBothThemes } from '../support/pictures.ts'
import { askedOf, endSpeech, hear, scriptedSpeech } from '../support/scripted-speech.ts'
import { until } from '../support/until.ts'

const at = journey({ device: null })
let page: Page
at.prepare(async () => {
  const tab = await at.openTab({ device: 'phone', reducedMotion: 'reduce' })
  page = tab.page
  await page.addInitScript({ content: scriptedSpeech() })
  await signIn(tab, at.service, '/triage')
})

const mic = (into: string) => page.getByRole('button', { name: `Dictate: ${into}`, exact: true })
const brief = () => page.getByRole('textbox', { name: 'New brief' })
const isOn = async (into: string) => (await mic(into).getAttribute('aria-pressed')) === 'true'
const says = (words: string) => page.locator('.mic-says').getByText(words)

test('before the first use it says where sound may go, and waits for a word', async () => {
  await mic('new brief').tap()
  await says('may send the sound to its maker').waitFor()
  assert.deepEqual(await askedOf(page), [])
  assert.deepEqual(await findBarriers(page), [])
  await takeBothThemes(page, 'dictation-asks')
  await page.getByRole('button', { name: 'Not now' }).tap()
  await says('may send').waitFor({ state: 'detached' })
  assert.deepEqual(await askedOf(page), [])
})

test('what is heard stands in the field at once, changes until it is sure, and is a draft as if it was typed', async () => {
  await mic('new brief').tap()
  await page.getByRole('button', { name: 'Dictate', exact: true }).tap()
  await says('Listening…').waitFor()
  assert.deepEqual([await askedOf(page), await isOn('new brief')], [['start anywhere'], true])
  await hear(page, 'the order')
  assert.equal(await brief().inputValue(), 'the order')
  await hear(page, 'the auditor comes', 'on Monday')
  assert.equal(await brief().inputValue(), 'the auditor comes on Monday')
  assert.deepEqual(await findBarriers(page), [])
  await takeBothThemes(page, 'dictation-listens')
  await mic('new brief').tap()
  await says('Writing the last words…').waitFor()
  await hear(page, 'The auditor comes', 'on Monday.')
  await endSpeech(page)
  await says('Writing').waitFor({ state: 'detached' })
  await page.reload()
  await until('it is kept', async () => (await brief().inputValue()) === 'The auditor comes on Monday.')
})

test('it is said once; Escape, another field, and a tab that nobody sees end it', async () => {
  for (const end of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('textbox', { name: 'Tags' }).focus(),
    () => hide(page, 'hidden'),
  ]) {
    await mic('new brief').tap()
    await until('it listens', () => isOn('new brief'))
    const before = (await askedOf(page)).length
    await end()
    await until('it is asked to stop', async () => (await askedOf(page)).slice(before).includes('stop'))
    await endSpeech(page)
    await until('it has ended', async () => !(await isOn('new brief')))
    await hide(page, 'visible')
  }
})

test('a microphone that is refused is said in words with what to do', async () => {
  await mic('new brief').tap()
  await until('it listens', () => isOn('new brief'))
  await endSpeech(page, 'not-allowed')
  await says('The microphone is blocked. Allow it for this page').waitFor()
  assert.equal(await isOn('new brief'), false)
  assert.deepEqual(await findBarriers(page), [])
})

test('a prompt is said; Escape ends what is said and not the dialog; a command has no microphone', async () => {
  await page.goto(`${at.service.url}/board`)
  await page.getByText('No sessions yet').waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Launch agent' })
  await dialog.locator('label', { hasText: 'code-agent' }).click()
  await mic('prompt').tap()
  await says('Listening…').waitFor()
  await hear(page, 'look at the tests')
  assert.equal(await dialog.getByRole('textbox', { name: 'Prompt' }).inputValue(), 'look at the tests')
  await takeBothThemes(page, 'dictation-prompt')
  await page.keyboard.press('Escape')
  await says('Writing the last words…').waitFor()
  await endSpeech(page)
  await says('Writing').waitFor({ state: 'detached' })
  await dialog.locator('label', { hasText: 'shell' }).click()
  await dialog.getByRole('textbox', { name: 'Command' }).waitFor()
  assert.equal(await dialog.getByRole('button', { name: /^Dictate/ }).count(), 0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('a reply is said; what was sent does not come back with the last words', async () => {
  const name = 'agent-hears'
  const prompt = 'while IFS= read -r line; do echo "told: $line"; done'
  const { id } = sessionOf(
    await launch(at.service, { agent_type: 'shell', session_name: name, prompt, label: 'Hears' }),
  )
  await ingest(at.service, { tmux_session: name, event: 'to_review', metadata: 'Go on?', agent_type: 'shell' })
  await page.goto(`${at.service.url}/board?session=${id}`)
  const field = page.getByRole('textbox', { name: 'Reply to Hears' })
  await mic('reply to Hears').tap()
  await says('Listening…').waitFor()
  await hear(page, 'yes please')
  assert.equal(await field.inputValue(), 'yes please')
  await takeBothThemes(page, 'dictation-reply')
  await page.getByRole('button', { name: 'Send to Hears' }).tap()
  await until('it is told', async () =>
    (await at.home.tmux('capture-pane', '-p', '-t', `=${name}:`)).includes('told: yes please'),
  )
  await hear(page, 'yes please go')
  await until(
    'the field is empty or gone',
    async () => (await field.count()) === 0 || (await field.inputValue()) === '',
  )
})

test('where the browser understands on the machine, it says so and lets no sound out', async () => {
  await using tab = await at.openTab()
  await tab.page.addInitScript({ content: scriptedSpeech('available') })
  await signIn(tab, at.service, '/triage')
  await tab.page.getByRole('button', { name: 'Dictate: new brief' }).click()
  await tab.page.getByText('the sound stays here', { exact: false }).waitFor()
  await tab.page.getByRole('button', { name: 'Dictate', exact: true }).click()
  await tab.page.getByText('Listening, on this machine…').waitFor()
  assert.deepEqual(await askedOf(tab.page), ['start here'])
})

test('a browser without it, and a page that gets no microphone, show nothing', async () => {
  for (const content of [
    'delete globalThis.SpeechRecognition; delete globalThis.webkitSpeechRecognition',
    `${scriptedSpeech()}; Object.defineProperty(globalThis, 'isSecureContext', { value: false })`,
  ]) {
    await using tab = await at.openTab()
    await tab.page.addInitScript({ content })
    await signIn(tab, at.service, '/triage')
    await tab.page.getByRole('textbox', { name: 'New brief' }).waitFor()
    assert.equal(await tab.page.getByRole('button', { name: /^Dictate/ }).count(), 0)
  }
})
