// The service is killed while somebody looks at the board: the page says so, goes on by itself, and nothing is lost.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import { cardIn, liveDot } from '../support/browser.ts'
import { ingest, launch, listSessions, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey()
/** Addresses of the page's sockets, oldest first. */
const sockets: string[] = []

at.prepare(async () => {
  at.page.on('websocket', (socket) => sockets.push(socket.url()))
})

test('after a kill the page resumes where it was, and an agent that ended meanwhile shows its true end', async () => {
  const { tab, home, service, page } = at
  const loads = tab.loads()
  const stays = await start('agent-stays', 'sleep 300')
  const asks = await start('agent-asks', 'sleep 300')
  const ends = await start('agent-ends', `until [ -e ${home.root}/go ]; do sleep 0.05; done; exit 7`)
  await ingest(service, { tmux_session: 'agent-asks', event: 'to_review', metadata: 'Shall I?' })
  await cardIn(page, 'active', stays.id).waitFor()
  await cardIn(page, 'active', ends.id).waitFor()
  await cardIn(page, 'review', asks.id).getByText('Shall I?').waitFor()
  const before = await listSessions(service)

  await service.kill()
  await liveDot(page, 'reconnecting').waitFor()
  assert.match(await liveDot(page, 'reconnecting').innerText(), /^reconnecting in \d+ s$/)
  await cardIn(page, 'active', stays.id).waitFor()

  await writeFile(join(home.root, 'go'), '')
  await until('the end of its terminal', async () => !(await home.terminals()).includes('agent-ends'))
  assert.match(await readFile(join(home.home, 'hook-queue.jsonl'), 'utf8'), /agent-ends/)
  await cardIn(page, 'active', ends.id).waitFor()

  sockets.length = 0
  await at.startAgain()
  await liveDot(page, 'live').waitFor({ timeout: 20_000 })
  await cardIn(page, 'review', ends.id)
    .getByText(/^exit 7/)
    .waitFor()
  await cardIn(page, 'review', ends.id).getByText('Failed').waitFor()
  await cardIn(page, 'active', stays.id).waitFor()
  await cardIn(page, 'review', asks.id).getByText('Shall I?').waitFor()
  assert.ok(
    sockets.every((url) => /\?since=\d+$/.test(url)),
    sockets.join(),
  )
  assert.equal(tab.loads(), loads)

  const now = new Map((await listSessions(service)).map((session) => [session.id, session]))
  assert.equal(now.size, before.length)
  for (const session of before.filter(({ id }) => id !== ends.id)) assert.deepEqual(now.get(session.id), session)
  assert.equal(now.get(ends.id)?.state, 'failed')
  assert.equal(now.get(ends.id)?.exit_code, 7)
  assert.equal(now.get(ends.id)?.end_reason, 'exit_error')
})

test('the board is live again in earnest: what happens after the restart shows, and the login still holds', async () => {
  const { page, service } = at
  const { id } = await start('agent-after', 'sleep 300')
  await cardIn(page, 'active', id).waitFor()
  await ingest(service, { tmux_session: 'agent-after', event: 'to_review', metadata: 'Back again' })
  const card = cardIn(page, 'review', id)
  await card.getByText('Back again').waitFor()
  await card.getByRole('button', { name: /^Stop/ }).click()
  await page.getByRole('dialog', { name: /^Stop/ }).getByRole('button', { name: 'Stop' }).click()
  await card.getByText('Stopped by you').waitFor()
})

test('a page without a login comes back just as well, and after an orderly stop too', async () => {
  const { service } = at
  await using guest = await at.openTab()
  await guest.page.goto(`${service.url}/board`)
  await liveDot(guest.page, 'live').waitFor()
  await guest.page.locator('article').first().waitFor()
  const shown = await guest.page.locator('article').count()
  assert.equal((await service.stop()).code, 0)
  await liveDot(guest.page, 'reconnecting').waitFor()
  await at.startAgain()
  await liveDot(guest.page, 'live').waitFor({ timeout: 20_000 })
  assert.equal(await guest.page.locator('article').count(), shown)
})

async function start(name: string, prompt: string): Promise<Session> {
  const { service } = at
  return sessionOf(await launch(service, { agent_type: 'shell', prompt, session_name: name }))
}
