// R12: half of a surrogate pair, as a program leaves that cuts a text: no UTF-8 can hold it, so nothing may seem to.
import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'
import { listSessions, sessionOf } from '../../support/http.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const half = 'cut here: \ud83d'
const whole = 'cut here: \ufffd'

test('half a character is the same text in the answer, the list, sessions.json and the log', async () => {
  await using place = await makeHome()
  const file = join(place.home, 'sessions.json')
  const texts = { label: half, prompt: half, task_id: half }
  {
    await using service = await startService(place)
    const answer = await service.call('POST /api/hooks/sessions', { json: { tmux_session: `n ${half}`, ...texts } })
    assert.equal(answer.status, 201, answer.text)
    const { label, prompt, task_id, tmux_session } = sessionOf(answer)
    assert.deepEqual([label, prompt, task_id, tmux_session], [whole, whole, whole, `n ${whole}`])
    assert.deepEqual(await listSessions(service), [{ ...sessionOf(answer), last_line: null, summary: null }])
    await until('sessions.json has it', async () => (await readFile(file, 'utf8')).includes(JSON.stringify(whole)))
    assert.doesNotMatch(await readFile(file, 'utf8'), /\\ud83d/i)
    const task = await service.call('POST /api/tasks', { json: { title: half } })
    assert.equal(task.status, 201, task.text)
    await service.kill()
  }
  // The log alone tells the same.
  await rm(file)
  await using service = await startService(place)
  const [session] = await listSessions(service)
  assert.deepEqual([session?.label, session?.prompt, session?.tmux_session], [whole, whole, `n ${whole}`])
  const { json } = await service.call('GET /api/tasks')
  assert.deepEqual((json.tasks as { title: string }[])[0]?.title, whole)
})

test('a label that is made from a prompt is cut between characters', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const prompt = `${'x'.repeat(78)}😀${'y'.repeat(20)}`
  const answer = await service.call('POST /api/hooks/sessions', { json: { tmux_session: 'a', prompt } })
  assert.equal(sessionOf(answer).label, `${'x'.repeat(78)}…`)
})
