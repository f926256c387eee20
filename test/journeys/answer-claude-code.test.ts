// The real Claude Code waits, and is answered from the board, from a phone and from the command line; each time it goes on.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { cardIn, cardOf, openBrowser, openTab, signIn } from '../support/browser.ts'
import { claudeTest, openClaudePlace, turnLimitMs, type OpenedClaude } from '../support/claude-place.ts'
import { launch, sessionOf } from '../support/http.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'
import { openViewer } from '../support/viewer.ts'

let place: OpenedClaude | null = null

before(async () => {
  place = await openClaudePlace(async () => undefined)
})

after(async () => {
  if (place !== null && !('problem' in place)) await place[Symbol.asyncDispose]()
})

claudeTest(
  () => place,
  'an agent that waits goes on with what it is told, wherever it is told',
  async ({ home, service, model, project }) => {
    using viewer = await openViewer(service.port)
    const body = { agent_type: 'code-agent', interactive: true, working_dir: project, prompt: 'Say how it goes' }
    const { id, tmux_session: name } = sessionOf(await launch(service, body))
    const waits = () => until('it waits', () => viewer.sessions.get(id)?.state === 'awaiting_review', turnLimitMs)
    const hears = (text: string) =>
      until(`“${text}”`, () => model.asked.some((asked) => asked.includes(text)), turnLimitMs)
    await waits()

    const browser = await openBrowser()
    try {
      const desk = await openTab(browser)
      await signIn(desk, service)
      const card = cardIn(desk.page, 'review', id)
      await card.getByRole('button', { name: /^(Reply|Go on replying) to/ }).click()
      await card.locator('textarea:focus').waitFor()
      await desk.page.keyboard.type('SLOW from the "board" $(id)')
      await desk.page.keyboard.press('Shift+Enter')
      await desk.page.keyboard.type('on two lines')
      await desk.page.keyboard.press('Enter')
      await cardIn(desk.page, 'active', id).waitFor()
      await hears('SLOW from the "board" $(id)\non two lines')
      model.answer()
      await waits()

      const phone = await openTab(browser, { device: 'phone' })
      await signIn(phone, service, '/board?col=review')
      await cardOf(phone.page, id)
        .getByRole('button', { name: /^Reply to/ })
        .tap()
      await phone.page.locator('.drawer textarea:focus').waitFor()
      await phone.page.keyboard.type('SLOW from the phone')
      await phone.page
        .locator('.drawer')
        .getByRole('button', { name: /^Send to/ })
        .tap()
      await hears('SLOW from the phone')
      model.answer()
      await waits()
    } finally {
      await browser.close()
    }

    const { code, err } = await orrery(home, ['send', name, 'from the command line'])
    assert.equal(code, 0, err)
    await hears('from the command line')
    await waits()
    const { json } = await service.call(`GET /api/agents/${id}/answers`, { token: service.token })
    assert.equal((json.answers as unknown[]).length, 3)
  },
)
