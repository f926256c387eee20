// Whatever agents and people write into names, labels, prompts and messages is shown as text: nothing runs, nothing breaks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import { cardOf, liveDot, openTab, signIn, type Tab } from '../support/browser.ts'
import { ingest, launch, listSessions, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey({ device: null })
let sessions: readonly Session[]

at.prepare(async () => {
  const { service } = at
  for (const text of hostile) await plant(text)
  sessions = await listSessions(service)
})

const hit = 'window.hit = (window.hit ?? 0) + 1'
/** What runs says so in `window.hit`. */
const hostile: readonly string[] = [
  `<img src=x onerror="${hit}"><script>${hit}</script><svg onload="${hit}"><b>bold`,
  `"></title></textarea><iframe srcdoc="<script>parent.${hit}</script>"> javascript:${hit} \${${hit}} {{${hit}}}`,
  `\u202E right to left \u202E\u2066\u2067\u2068 zero\u200B\u200C\u200D\u2060\uFEFFwidth ${'\u0301'.repeat(60)} <a href="javascript:${hit}">`,
  'W'.repeat(400),
]
/** No place to break it anywhere. */
const longWord = 'W'.repeat(4096)

const looks = [
  { device: 'desk', width: 1440 },
  { device: 'phone', width: 390 },
] as const

for (const { device, width } of looks) {
  test(`on a ${device} it is text on every view, and the page keeps its width`, async () => {
    const { service } = at
    await using tab = await at.openTab({ device, reducedMotion: 'reduce' })
    const { page } = tab
    await signIn(tab, service)
    for (const path of ['/board', '/board?col=active', '/board?col=review', '/', '/board?q=%3Cimg%20onerror%3D1%3E']) {
      await page.goto(service.url + path)
      await liveDot(page, 'live').waitFor()
      await staysWhole(page, path, width)
    }
    for (const { id, label } of sessions) {
      await page.goto(`${service.url}/board?session=${id}`)
      const drawer = page.getByRole('dialog', { name: /^Session/ })
      await drawer.getByRole('listitem').first().waitFor()
      assert.equal(await drawer.getByRole('heading', { level: 2 }).first().textContent(), label)
      await staysWhole(page, `the panel of ${label.slice(0, 40)}`, width)
    }
    await nothingRan(tab)
  })
}

test('it stays text in why?, in the attach panel, in the palette, in notices and in the title', async () => {
  const { service } = at
  await using tab = await at.openTab()
  const { page } = tab
  await signIn(tab, service)
  for (const { id, tmux_alive: isAlive } of sessions) {
    for (const name of isAlive === true ? ['why', 'Other ways to attach'] : ['why']) {
      const card = cardOf(page, id)
      await card.hover()
      await card.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      await page.getByRole('dialog').waitFor()
      await staysWhole(page, name, 1440)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
  await page.keyboard.press('Control+k')
  for (const text of hostile) {
    await page.getByRole('combobox').fill(text.slice(0, 200))
    await page.getByRole('option').first().waitFor()
    await staysWhole(page, 'the palette', 1440)
  }
  await page.keyboard.press('Escape')
  for (const { id, state } of sessions.filter(({ tmux_alive: isAlive }) => isAlive === true)) {
    if (state === 'awaiting_review') continue
    const card = cardOf(page, id)
    await card.hover()
    await card.getByRole('button', { name: /^Stop/ }).click()
    await card.getByText('Failed', { exact: true }).waitFor()
    await card.getByRole('button', { name: /^Dismiss/ }).click()
    await page.getByRole('button', { name: 'Undo' }).first().waitFor()
    await staysWhole(page, 'a notice', 1440)
    await page.keyboard.press('z')
  }
  await nothingRan(tab)
})

test('what an agent prints is shown as plain text, without its escape sequences', async () => {
  const { service } = at
  const prompt = `printf '<img src=x onerror="${hit}"> \\033[31mred\\033[0m \\033]0;title\\007 \\033]8;;javascript:${hit}\\007link\\033]8;;\\007 %s\\n' end; sleep 300`
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt, label: 'Prints' }))
  await using tab = await at.openTab()
  await signIn(tab, service, `/board?session=${id}`)
  const output = tab.page.getByRole('region', { name: 'Output' })
  await output.waitFor()
  const text = await until('the last word', async () => {
    const now = await output.innerText()
    return now.includes('end') ? now : null
  })
  assert.match(text, /<img src=x onerror="window\.hit/)
  assert.ok(!text.includes('\u001B') && !text.includes('[31m'), text)
  assert.equal(await output.getByRole('link').count(), 0)
  await nothingRan(tab)
})

test('the content policy stops a script that got into the page all the same', async () => {
  const { service } = at
  // A tab of its own, whose faults are what is looked for.
  await using tab = await openTab(at.browser)
  const { page } = tab
  await page.goto(`${service.url}/board`)
  await liveDot(page, 'live').waitFor()
  await page.evaluate(`{
    const inline = document.createElement('script')
    inline.textContent = ${JSON.stringify(hit)}
    const handler = document.createElement('div')
    handler.innerHTML = '<img src="data:," onerror=' + ${JSON.stringify(JSON.stringify(hit))} + '>'
    const foreign = document.createElement('script')
    foreign.src = 'https://example.com/x.js'
    document.body.append(inline, handler, foreign)
  }`)
  await until('three refusals', () => tab.faults.filter((fault) => fault.startsWith('policy: script-src')).length >= 3)
  assert.equal(await page.evaluate('window.hit'), undefined)
})

/** A session of each kind that carries the text wherever a text is taken. */
async function plant(text: string): Promise<void> {
  const { service } = at
  const prompt = `sleep 300 # ${text} ${longWord}`
  const launched = await launch(service, { agent_type: 'shell', label: text, prompt })
  assert.equal(launched.status, 201, launched.text)
  const { id } = sessionOf(launched)
  await ingest(service, { session_id: id, event: 'to_review', metadata: `${text} ${longWord}` })
  const name = `agent-${text}`.slice(0, 200)
  await ingest(service, { tmux_session: name, event: 'tool_use', metadata: text, agent_type: text })
}

/** Nothing sticks out to the right, so that nobody has to scroll sideways. */
async function staysWhole(page: Page, where: string, width: number): Promise<void> {
  const [scroll, inner] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  assert.ok(scroll <= inner, `${where}: ${scroll} px wide in a window of ${inner}`)
  assert.equal(inner, width, where)
  const wide = await page.evaluate<string[]>(sticksOut)
  assert.deepEqual(wide, [], where)
}

/** Elements that are wider than the window, or that begin outside of it; the strip of who waits is swiped in a frame of its own. */
const sticksOut = `[...document.querySelectorAll('article, aside, [role=dialog], header, main, section, .toast, button')]
  .filter((element) => element.checkVisibility() && !element.closest('.sr') && !element.closest('.needs > ol'))
  .map((element) => ({ element, box: element.getBoundingClientRect() }))
  .filter(({ box }) => box.width > 0 && (box.right > innerWidth + 1 || box.left < -1))
  .map(({ element, box }) => element.tagName + '.' + element.className + ' ' + Math.round(box.left) + '–' + Math.round(box.right))`

async function nothingRan({ page }: Tab): Promise<void> {
  assert.equal(await page.evaluate('window.hit'), undefined)
  assert.equal(await page.locator('img[src="x"], iframe, main script, a[href^="javascript"]').count(), 0)
}
