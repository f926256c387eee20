// The assistant on the page: asked from the cockpit, answered as it comes, stopped in the middle, silent when nobody would answer;
// and nothing of what a model writes does more than be read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { isThere, makeAssistantPlace, openOllamaServer, type AssistantPlace } from '../support/assistant-place.ts'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import type { Daemon } from '../support/daemon.ts'
import { joinHub } from '../support/device-place.ts'
import { journey } from '../support/journey.ts'
import { endSpeech, hear, scriptedSpeech } from '../support/scripted-speech.ts'
import { until } from '../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }
const tab = {
  bypassCSP: true,
  reducedMotion: 'reduce',
  permissions: ['clipboard-read', 'clipboard-write'] as string[],
} as const
const config = { fabric: { localDevice: false }, assistant: { models: ['coder', 'tiny', 'third'] } }
const at = journey({ path: '/', tab, env: fabric, config })

const there: { place?: AssistantPlace; daemon?: Daemon } = {}
const opened = new AsyncDisposableStack()
const held: (() => void)[] = []
const hostile = [
  '# Two things',
  '- **Port the ledger** waits, see [the page](javascript:alert(1)) or [here](https://evil.example/?q=1)',
  '- a picture: ![x](https://evil.example/x.png)',
  '<img src="https://evil.example/y.png" onerror="document.title=\'owned\'"><script>document.title="owned"</script>',
  '```sh',
  'orrery ls',
  '```',
].join('\n')

async function* answers(prompt: string): AsyncGenerator<string> {
  const question = prompt.slice(prompt.lastIndexOf('The question:\n') + 14)
  if (question.startsWith('hold')) {
    yield 'The first words'
    await new Promise<void>((resolve) => void held.push(resolve))
    yield ' and the last.'
  } else if (question.startsWith('hostile')) yield hostile
  else if (question.startsWith('flood')) for (let count = 0; count < 10; count += 1) yield 'word '.repeat(209_715)
  else yield `<think>hm</think>All is quiet: ${question}`
}

at.prepare(async () => {
  const server = opened.use(await openOllamaServer({ models: ['tiny', 'extra'], answer: answers }))
  there.place = opened.use(await makeAssistantPlace(server.host))
  there.daemon = opened.use(await joinHub(at.service, there.place))
})
const place = (): AssistantPlace => {
  assert.ok(there.place !== undefined)
  return there.place
}

const chat = (page: Page) => page.getByRole('dialog', { name: 'Assistant' })
const question = (page: Page) => chat(page).getByLabel('Question', { exact: true })
const turn = (page: Page, name: string) => chat(page).getByRole('article', { name })

test('the bubble opens the chat, whose first offered model that is there is chosen', async () => {
  const { page } = at
  await page.locator('.ask:not([data-dim])').click()
  await chat(page).getByText('local, on Forge').waitFor()
  assert.equal(await chat(page).getByLabel('Model', { exact: true }).inputValue(), 'tiny')
  assert.deepEqual(await chat(page).getByLabel('Model', { exact: true }).locator('option').allInnerTexts(), [
    'coder (not there)',
    'tiny',
    'third (not there)',
    'extra',
    'Another…',
  ])
  assert.equal(await question(page).evaluate((field) => field === field.ownerDocument.activeElement), true)
  assert.deepEqual(await findBarriers(page), [])
})

test('a question is said', async () => {
  const { page } = at
  await page.evaluate(scriptedSpeech())
  await chat(page).getByRole('button', { name: 'Dictate: question' }).click()
  await chat(page).getByRole('button', { name: 'Dictate', exact: true }).click()
  await chat(page).getByText('Listening…').waitFor()
  await hear(page, 'what', 'waits?')
  assert.equal(await question(page).inputValue(), 'what waits?')
  await chat(page).getByRole('button', { name: 'Dictate: question' }).click()
  await endSpeech(page)
  await chat(page).getByText('Writing the last words…').waitFor({ state: 'detached' })
})

test('Ctrl+Enter sends, a second press asks nothing more, and the answer comes without what was thought', async () => {
  const { page } = at
  const before = place().calls().length
  await question(page).fill('what waits?')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await turn(page, 'what waits?').getByText('All is quiet: what waits?').waitFor()
  await turn(page, 'what waits?').getByRole('button', { name: 'Ask again' }).waitFor()
  assert.equal(place().calls().length, before + 1)
  assert.equal(await question(page).inputValue(), '')
  assert.deepEqual(await findBarriers(page), [])
  await turn(page, 'what waits?').getByRole('button', { name: 'Ask again' }).click()
  await until('it is asked once more', () => place().calls().length === before + 2)
  await until('both are answered', async () => (await chat(page).getByText('All is quiet: what waits?').count()) === 2)
  assert.doesNotMatch(place().calls().at(-1)?.prompt ?? '', /All is quiet/, 'no question knows of another one')
})

test('the first words are read while it goes on, and STOP ends it there and on the page', async () => {
  const { page } = at
  await question(page).fill('hold on')
  await chat(page).getByRole('button', { name: /^Send/ }).click()
  await turn(page, 'hold on').getByText('The first words').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await take(page, 'answering')
  const { pid = 0 } = place().calls().at(-1) ?? {}
  assert.equal(isThere(pid), true)
  await chat(page).getByRole('button', { name: 'Stop', exact: true }).click()
  await turn(page, 'hold on').getByText('tiny, stopped').waitFor()
  await until('its program is gone', () => !isThere(pid))
  const { json } = await at.service.call('GET /api/sessions?harness=mother-llm', { token: at.service.token })
  const last = (json.sessions as { end_reason: string }[]).at(-1)
  assert.equal(last?.end_reason, 'cancelled')
  await turn(page, 'hold on').getByText('The first words').waitFor()
})

test('Markdown is drawn, and nothing of it is loaded, followed or run', async () => {
  const { page } = at
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).origin))
  await question(page).fill('hostile')
  await page.keyboard.press('Control+Enter')
  const answer = turn(page, 'hostile').locator('.answer')
  await answer.getByText('orrery ls').waitFor()
  await turn(page, 'hostile').getByRole('button', { name: 'Ask again' }).waitFor()
  assert.equal(await answer.locator('a, img, script, iframe, svg').count(), 0)
  await answer.getByText('(https://evil.example/?q=1)').waitFor()
  await answer.getByText('[picture: x]').waitFor()
  await answer.getByText('<img src="https://evil.example/y.png"', { exact: false }).waitFor()
  assert.doesNotMatch(await page.title(), /owned/)
  assert.deepEqual([...new Set(asked)], [at.service.url])
  assert.deepEqual(await findBarriers(page), [])
  await take(page, 'markdown')
})

test('Copy takes the answer as it was written, without what was thought, and says so', async () => {
  const { page } = at
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
  await turn(page, 'hostile').getByRole('button', { name: 'Copy the answer' }).click()
  await turn(page, 'hostile').getByRole('status').getByText('Copied').waitFor()
  assert.equal(await copied(), hostile)
  await turn(page, 'what waits?').first().getByRole('button', { name: 'Copy the answer' }).press('Enter')
  await until('the other one is there', async () => (await copied()) === 'All is quiet: what waits?')
})

test('10 MB are cut where a person reads no more, and lead to the whole', async () => {
  const { page } = at
  await question(page).fill('flood')
  await page.keyboard.press('Control+Enter')
  await turn(page, 'flood').getByText('It is longer than is shown here.').waitFor()
  await turn(page, 'flood').getByRole('button', { name: 'Ask again' }).waitFor()
  await turn(page, 'flood').getByRole('link', { name: 'See all of it' }).waitFor()
})

test('a model that is not there is no answer, and why is told to whoever asks: nothing is red', async () => {
  const { page } = at
  await chat(page).getByLabel('Model', { exact: true }).selectOption('Another…')
  await chat(page).getByLabel('Name of the model').fill('nowhere:1b')
  await question(page).fill('are you there?')
  await page.keyboard.press('Control+Enter')
  await turn(page, 'are you there?').getByText('no answer').waitFor()
  await turn(page, 'are you there?').getByText('why?').click()
  await turn(page, 'are you there?').getByText('has no model nowhere:1b', { exact: false }).waitFor()
  assert.equal(await page.locator('.toast[data-tone="fail"]').count(), 0)
  assert.deepEqual(await findBarriers(page), [])
  await chat(page).getByLabel('Model', { exact: true }).selectOption('tiny')
  await page.keyboard.press('Escape')
  await chat(page).waitFor({ state: 'detached' })
})

test('what was typed and asked is there again when it is opened by keys; on a phone it is a sheet', async () => {
  const { page } = at
  await until('g q opens it', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    return (await chat(page).count()) === 1
  })
  await turn(page, 'hostile').waitFor()
  const log = chat(page).getByRole('log')
  await until('the newest is what is read first', () =>
    log.evaluate((all) => all.scrollHeight - all.scrollTop - all.clientHeight < 4),
  )
  await question(page).fill('half a thought')
  await page.keyboard.press('Escape')
  await chat(page).waitFor({ state: 'detached' })
  await using phone = await at.openTab({ ...tab, device: 'phone' })
  await signIn(phone, at.service, '/')
  await phone.page.locator('.ask').tap()
  await question(phone.page).fill('on the way')
  await chat(phone.page).getByRole('button', { name: /^Send/ }).tap()
  await turn(phone.page, 'on the way').getByText('All is quiet: on the way').waitFor()
  assert.deepEqual(await findBarriers(phone.page), [])
  await take(phone.page, 'phone')
})

test('by keys alone a question is asked, stopped, read and copied', async () => {
  const { page } = at
  const { keyboard } = page
  await until('g q opens it', async () => {
    await keyboard.press('g')
    await keyboard.press('q')
    return (await chat(page).count()) === 1
  })
  /** What stands in focus is what a reader would say. */
  const tabTo = async (name: RegExp, key = 'Tab'): Promise<void> => {
    await until(`Tab leads to ${name.source}`, async () => {
      const said = await page.evaluate<string>(
        `[document.activeElement.ariaLabel, document.activeElement.title, document.activeElement.innerText].join(' ')`,
      )
      if (name.test(said)) return true
      await keyboard.press(key)
      return false
    })
  }
  await keyboard.press('Control+A')
  await keyboard.type('hold it by keys')
  await keyboard.press('Control+Enter')
  await turn(page, 'hold it by keys').getByText('The first words').waitFor()
  await tabTo(/Stop/)
  await keyboard.press('Enter')
  await turn(page, 'hold it by keys').getByText('stopped').waitFor()
  assert.equal(await question(page).evaluate((field) => field === field.ownerDocument.activeElement), true)
  // Back to the newest, which stands above the field.
  await tabTo(/Copy the answer/, 'Shift+Tab')
  await keyboard.press('Enter')
  await until('it was copied', async () =>
    (await page.evaluate<string>('navigator.clipboard.readText()')).includes('The first words'),
  )
  await tabTo(/Question/)
  await keyboard.type('half a thought')
  await keyboard.press('Escape')
  await chat(page).waitFor({ state: 'detached' })
})

test('while no model would answer the bubble is dim and says why; the chat does, too, when it is asked', async () => {
  const { page } = at
  await there.daemon?.stop()
  await page.locator('.ask[data-dim]').waitFor()
  assert.match((await page.locator('.ask').getAttribute('title')) ?? '', /silent\. .*away/)
  assert.deepEqual(await findBarriers(page), [])
  await page.locator('.ask').click()
  await chat(page).getByText('silent now, why?').click()
  await chat(page).getByText('is away.', { exact: false }).waitFor()
  await question(page).press('Control+Enter')
  await turn(page, 'half a thought').getByText('no answer').waitFor()
  assert.equal(await page.locator('.toast[data-tone="fail"]').count(), 0)
  await take(page, 'silent')
})

test('the other machine is put away', async () => {
  for (const answer of held) answer()
  await opened.disposeAsync()
})

const pictures = process.env.ORRERY_PICTURES

async function take(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${pictures}/assistant-${name}-${colorScheme}.png`, animations: 'disabled' })
  }
}
