// What an agent said and did is read on the page: from its panel and from history, found by words, followed while it comes.
import assert from 'node:assert/strict'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { ingest } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { until } from '../support/until.ts'

// With replays, which are of fabric mode.
const at = journey({
  path: '/board',
  env: { DEPLOYMENT: 'cloud-fabric' },
  tab: { bypassCSP: true, reducedMotion: 'reduce' },
})

let minute = 0
const time = (): string => new Date(Date.UTC(2026, 10, 23, 9, minute++)).toISOString()
const line = (value: object): string => `${JSON.stringify({ timestamp: time(), ...value })}\n`
const asked = (content: unknown): string => line({ type: 'user', message: { content } })
let messages = 0
const answer = (...content: object[]): string => {
  const usage = { input_tokens: 1200, output_tokens: 340, cache_read_input_tokens: 52_000 }
  messages += 1
  return line({ type: 'assistant', message: { id: `m${messages}`, model: 'claude-opus-5-5', usage, content } })
}
const said = (text: string): string => answer({ type: 'text', text })
let calls = 0
const used = (name: string, input: object, result: object = {}): string => {
  const id = `t${(calls += 1)}`
  return answer({ type: 'tool_use', id, name, input }) + asked([{ type: 'tool_result', tool_use_id: id, ...result }])
}

const conversation = '86add7bc-71df-4f1c-aa0a-9af14fea726d'
const long = '11111111-71df-4f1c-aa0a-9af14fea726d'
const fileOf = (id: string): string => join(at.home.userHome, '.claude/projects/-p', `${id}.jsonl`)
const ids: Record<string, string> = {}

async function session(name: string, client_session: string): Promise<string> {
  const event = { tmux_session: name, event: 'start', agent_type: 'code-agent', client_session }
  const { json, text } = await ingest(at.service, { ...event, client_pid: process.pid })
  assert.ok(json.session !== undefined, text)
  return (json.session as { id: string }).id
}

at.prepare(async () => {
  await mkdir(join(at.home.userHome, '.claude/projects/-p'), { recursive: true })
  const reads = [1, 2, 3, 4].map((n) =>
    used('Read', { file_path: `src/payments/part-${n}.ts` }, { content: `part ${n}` }),
  )
  const failed =
    'Exit code 1\n✖ captures once when the challenge is retried after a timeout\n  expected 1 capture, got 2'
  await writeFile(
    fileOf(conversation),
    asked('Orders are captured twice when a customer retries. Fix it behind the idempotency key.') +
      said('I look first at where the **key** is made and who calls it.') +
      reads.join('') +
      answer(
        { type: 'thinking', thinking: 'The key hashes the start time.' },
        {
          type: 'text',
          text: 'A retry gets a new key:\n\n- a new time\n- a second capture\n\n<script>window.owned = 1</script>',
        },
      ) +
      used('Bash', { command: 'npm test -- retry-after-timeout' }, { is_error: true, content: failed }) +
      used(
        'WebFetch',
        { url: 'https://example.org/' },
        { is_error: true, content: "Claude requested permissions to use WebFetch, but you haven't granted it yet." },
      ) +
      asked('Is it always set with 3-D Secure 2?') +
      said('Only after the first redirect.'),
  )
  ids.talk = await session('agent-talk', conversation)
  const turns = Array.from(
    { length: 2500 },
    (_, n) =>
      asked(`Question ${n}`) + said(`Answer ${n}`) + used('Bash', { command: `run ${n}` }, { content: `out ${n}` }),
  )
  await writeFile(fileOf(long), `${turns.join('')}${asked('The very last question')}${said('The very last answer')}`)
  ids.long = await session('agent-long', long)
})

const region = () => at.page.getByRole('region', { name: 'Conversation' })
const open = async (id: string | undefined): Promise<void> => {
  await at.page.goto(`${at.service.url}/sessions/${id}/transcript`)
  await region().waitFor()
}

test('from its panel: messages as Markdown, tools folded with what came of them, usage by turn', async () => {
  const { page } = at
  await page.goto(`${at.service.url}/board?session=${ids.talk}`)
  await page.locator('.drawer').getByRole('link', { name: 'Transcript' }).click()
  await region().getByText('Only after the first redirect.').waitFor()
  assert.equal(await page.evaluate('window.owned === undefined'), true)
  await page.getByRole('button', { name: /Orders are captured twice/ }).click()
  await region().locator('strong', { hasText: 'key' }).waitFor()
  await region().getByText('<script>window.owned').waitFor()
  const bash = region().getByRole('button', { name: /Bash.*failed, exit 1/ })
  assert.equal(await bash.getAttribute('aria-expanded'), 'false')
  await bash.click()
  await region().getByText('expected 1 capture, got 2').waitFor()
  await region()
    .getByRole('button', { name: /WebFetch.*denied/ })
    .waitFor()
  await region()
    .getByRole('button', { name: /4 tools.*Read ×4/ })
    .click()
  await region().getByText('part 3', { exact: true }).waitFor()
  const turns = page.getByRole('navigation', { name: 'Turns' })
  assert.deepEqual(await turns.locator('.turn .end').allInnerTexts(), ['6 tools', ''])
  await turns.getByText('claude-opus-5-5').waitFor()
  await page.getByText(/^2 turns, 6 tools, \d+ k tokens$/).waitFor()
  const replay = region()
    .getByRole('link', { name: /^Replay from/ })
    .first()
  assert.match(
    (await replay.getAttribute('href')) ?? '',
    new RegExp(`^/sessions/${ids.talk}/replay\\?at=2026-11-23T09%3A\\d\\d%3A00.000Z$`),
  )
  assert.deepEqual(await findBarriers(page), [])
  await takePictures(at, 'transcript', { talk: `/sessions/${ids.talk}/transcript` })
})

test('words are found inside, also within a folded tool, and each hit is shown in its turn', async () => {
  const { page } = at
  await open(ids.talk)
  await page.keyboard.press('/')
  await page.keyboard.type('capture')
  const field = page.getByRole('searchbox', { name: 'Search in this conversation' })
  await page.getByText('1 of 4').waitFor()
  await field.press('Enter')
  await page.getByText('2 of 4').waitFor()
  await field.press('Enter')
  await region().getByText('expected 1 capture, got 2').waitFor()
  await field.press('Shift+Enter')
  await page.getByText('2 of 4').waitFor()
  await page.getByRole('button', { name: 'The next hit' }).click()
  await page.getByText('3 of 4').waitFor()
  assert.equal(await page.evaluate("CSS.highlights.get('talk-here').size"), 1)
  await field.fill('refund')
  await page.getByText('none', { exact: true }).waitFor()
  await field.press('Escape')
  assert.equal(await field.inputValue(), '')
  await page.getByRole('button', { name: 'You', exact: true }).click()
  await region().getByText('Is it always set').waitFor()
  assert.equal(await region().getByText('Only after the first redirect.').count(), 0)
  await page.getByRole('button', { name: 'Tools 6' }).click()
  await region().getByText('npm test -- retry-after-timeout').waitFor()
})

test('what comes is shown as it comes, and copied as Markdown in the words of the route', async () => {
  const { page, service } = at
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(ids.talk)
  await region().getByText('Only after the first redirect.').waitFor()
  await appendFile(fileOf(conversation), asked('Go on, and push.') + said('Fixed and covered.'))
  await region().getByText('Fixed and covered.').waitFor()
  await ingest(service, { session_id: ids.talk, event: 'to_review' })
  await region().getByRole('link', { name: 'Answer' }).waitFor()
  await until('its end is in sight', () =>
    page.evaluate<boolean>(`(() => { const box = document.querySelector('.talk-page')
      return box.scrollHeight - box.scrollTop - box.clientHeight < 4 })()`),
  )
  await page.getByRole('button', { name: 'Copy as Markdown' }).first().click()
  await page.getByText('Copied as Markdown.').waitFor()
  const whole = await service.call(`GET /api/agents/${ids.talk}/transcript?format=markdown`, { token: service.token })
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), whole.text)
})

test('10,000 messages are a page that draws those in sight alone', async () => {
  const { page } = at
  await open(ids.long)
  await region().getByText('The very last answer').waitFor()
  await page.getByText(/^2501 turns, 2500 tools/).waitFor()
  assert.ok((await region().locator('.talk-row').count()) < 80)
  await page.keyboard.press('/')
  await page.keyboard.type('answer 1234')
  await region().getByText('Answer 1234', { exact: true }).waitFor()
  assert.ok((await region().locator('.talk-row').count()) < 80)
  await until('it is found by search', async () => {
    await ingest(at.service, { session_id: ids.long, event: 'to_review' })
    await ingest(at.service, { session_id: ids.long, event: 'running' })
    const { json } = await at.service.call('GET /api/search?kind=transcript&q=1987', { token: at.service.token })
    return (json.results as object[]).length > 0
  })
  await page.goto(`${at.service.url}/search?q=1987&kind=transcript`)
  await page.locator('.hit').first().click()
  await region()
    .getByText(/^(Answer|Question) 1987$/)
    .first()
    .waitFor()
})

test('on a phone, from history, and what there is not is said', async () => {
  const { service } = at
  const none = await session('agent-none', '22222222-71df-4f1c-aa0a-9af14fea726d')
  const dismissed = await service.call(`DELETE /api/hooks/sessions/${ids.talk}`, { token: service.token })
  assert.equal(dismissed.status, 200, dismissed.text)
  await using tab = await at.openTab({ device: 'phone', bypassCSP: true, reducedMotion: 'reduce' })
  const { page } = tab
  await signIn(tab, service, `/history?session=${ids.talk}`)
  await page.getByRole('link', { name: 'Transcript' }).click()
  const conversationThere = page.getByRole('region', { name: 'Conversation' })
  await conversationThere.getByText('Orders are captured twice').first().waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  assert.deepEqual(await findBarriers(page), [])
  await page.goto(`${service.url}/sessions/${none}/transcript`)
  await page.getByText('No conversation to show').waitFor()
  await page.getByText('Claude Code has written nothing down yet.').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.goto(`${service.url}/sessions/nobody/transcript`)
  await page.getByText('There is no session nobody').waitFor()
})
