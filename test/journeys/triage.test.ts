// A person says what changed, lets a model rank, corrects it, locks what must stay, and sees both obeyed by the next run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import type { LanesAnswer } from '#rooms/triage/contract.ts'
import { undoOf } from '../support/browser.ts'
import { startTriageModel, type TriageModel } from '../support/fake-triage-model.ts'
import { journey } from '../support/journey.ts'
import { fillTasks } from '../support/triage-tasks.ts'
import { until } from '../support/until.ts'

let model: TriageModel
const at = journey({
  path: '/triage',
  env: async (_home, keep) => {
    model = keep(await startTriageModel())
    return { SERVICE_MODEL_URL: model.url, SERVICE_MODEL: model.name }
  },
})

test('an empty list offers a task, and then the first brief', async () => {
  const { page, service } = at
  await page.getByText('No open tasks to rank').waitFor()
  await fillTasks(service, model)
  await page.getByText('12 open tasks, none ranked yet').waitFor()
  await page.getByRole('button', { name: 'Write the first brief' }).click()
  const field = page.getByRole('textbox', { name: 'New brief' })
  await field.and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Say what changed.').waitFor()
  await page.keyboard.insertText('The auditor comes on Monday.')
  await page.getByRole('combobox', { name: 'Source' }).selectOption('meeting')
  await page.getByRole('textbox', { name: 'Tags' }).fill('#audit, ledger')
  await page.getByRole('textbox', { name: 'Tags' }).press('Enter')
  const brief = region('Briefs').getByRole('listitem').filter({ hasText: 'The auditor comes on Monday.' })
  await brief.getByText('#audit').waitFor()
  await brief.getByText('#ledger').waitFor()
  await page.getByText('1 for the next run').waitFor()
})

test('a removed brief comes back by Undo', async () => {
  const { page } = at
  await page.getByRole('button', { name: /^Remove brief: The auditor/ }).click()
  await page.getByText('none for the next run').waitFor()
  await undoOf(page, 'Brief removed.').click()
  await page.getByText('1 for the next run').waitFor()
  await region('Briefs').getByText('#audit').waitFor()
})

test('a preview shows its progress and the difference, and writes nothing', async () => {
  const { page } = at
  const release = model.hold()
  await page.getByRole('button', { name: 'Preview' }).click()
  const panel = page.getByRole('dialog', { name: /^Triage run/ })
  await panel.getByText(/^Asking the model/).waitFor()
  await until('the model is asked', async () => model.waiting() === 1)
  release()
  await panel.getByText('Nothing was written.').waitFor()
  await panel.getByText('Would move').waitFor()
  await panel.getByRole('button', { name: 'Apply this plan' }).waitFor()
  assert.equal(await panel.locator('.moves > li').count(), 12)
  assert.match(new URL(page.url()).search, /triage-run=1/)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.getByText('12 open tasks, none ranked yet').waitFor()
  assert.deepEqual(
    (await lanes()).lanes.flatMap(({ entries }) => entries),
    [],
  )
  await page.getByText('1 for the next run').waitFor()
})

test('a run that goes on is watched and cancelled, and leaves everything as it was', async () => {
  const { page } = at
  const release = model.hold()
  await page.keyboard.press('r')
  await page
    .getByRole('status')
    .getByText(/Asking the model/)
    .waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText(/is cancelled\. Lanes, briefs and corrections are as they were\./).waitFor()
  release()
  await page.getByRole('button', { name: 'Run triage' }).waitFor()
  await page.getByText('12 open tasks, none ranked yet').waitFor()
})

test('a run fills three lanes by the arithmetic of the parts, and reads the brief once', async () => {
  const { page } = at
  await page.getByRole('button', { name: 'Run triage' }).click()
  await row('T-1').waitFor()
  assert.deepEqual(await idsIn('now'), ['T-1', 'T-2', 'T-3'])
  assert.deepEqual(await idsIn('next'), ['T-4', 'T-5', 'T-6', 'T-7', 'T-8', 'T-9', 'T-10'])
  assert.deepEqual(await idsIn('later'), ['T-11', 'T-12'])
  await lane('now').getByText('3 of 3').waitFor()
  await row('T-1').getByRole('button', { name: 'Impact 5', exact: true }).waitFor()
  await row('T-1')
    .getByRole('button', { name: /^100\.0/ })
    .waitFor()
  assert.match(model.requests.at(-1)?.prompt ?? '', /The auditor comes on Monday\./)
  await page.getByText('none for the next run').waitFor()
  await page.getByRole('button', { name: 'Read before' }).click()
  await region('Briefs').getByText('The auditor comes on Monday.').waitFor()
  await page.getByRole('button', { name: 'For the next run' }).click()
  await region('Runs').getByText('12 scored, 12 moved', { exact: true }).waitFor()
})

test('a part is corrected with a reason, told beforehand what that does, and Undo takes it back', async () => {
  const { page } = at
  await correctUrgency()
  await row('T-5').getByRole('button', { name: 'Urgency 5 at the next run, you changed it from 3' }).waitFor()
  await page.getByText(/1 correction waits$/).waitFor()
  await undoOf(page, 'at the next run.').click()
  await row('T-5').getByRole('button', { name: 'Urgency 3', exact: true }).waitFor()
  await correctUrgency()
  await row('T-5').getByRole('button', { name: 'Urgency 5 at the next run, you changed it from 3' }).waitFor()
})

test('a task is locked with a reason, unlocked, and locked again by Undo', async () => {
  const { page } = at
  await row('T-12').getByRole('button', { name: 'Lock Task 12 in LATER' }).click()
  const pop = page.getByRole('dialog', { name: 'Lock Task 12' })
  await pop.getByText('in LATER now').waitFor()
  await pop.getByRole('button', { name: 'NOW' }).click()
  await pop.getByText('It stays in NOW whatever later runs say.', { exact: false }).waitFor()
  await pop.getByRole('textbox', { name: 'Why?' }).fill('The certificate ends on the 1st.')
  await pop.getByRole('button', { name: 'Lock', exact: true }).click()
  await row('T-12').getByText('Locked by you: The certificate ends on the 1st.').waitFor()
  assert.deepEqual(await idsIn('now'), ['T-1', 'T-2', 'T-3', 'T-12'])
  await lane('now').getByText('1 over the cap, held by locks').waitFor()
  await row('T-12').getByRole('button', { name: 'Unlock Task 12' }).click()
  await row('T-12').getByText('Locked by you').waitFor({ state: 'detached' })
  await undoOf(page, 'Unlocked “Task 12”').click()
  await lane('now').locator('[data-key="T-12"]').getByText('The certificate ends on the 1st.').waitFor()
})

test('the next run obeys the correction and keeps the lock, though the model says the same again', async () => {
  const { page } = at
  const before = await taskOf('T-12')
  await page.keyboard.press('r')
  await until('the next run', async () => (await lanes()).state.last?.id === 4)
  await until('two by score and the lock', async () => (await idsIn('now')).join() === 'T-1,T-5,T-12')
  assert.deepEqual((await idsIn('next')).slice(0, 2), ['T-2', 'T-3'])
  await row('T-5').getByRole('button', { name: 'Urgency 5, you changed it from 3' }).waitFor()
  await row('T-5').locator('.moved').getByText('Up 3 places').waitFor({ state: 'attached' })
  const { prompt = '', ids = [] } = model.requests.at(-1) ?? {}
  const corrections = prompt.slice(prompt.indexOf('USER OVERRIDES'))
  assert.match(corrections, /urgency.*3.*5.*The audit is due/i)
  assert.match(corrections, /T-12.*locked at now/i)
  assert.ok(!ids.includes('T-12'))
  const { current_score: score, current_lane: kept, current_rank: rank } = await taskOf('T-12')
  assert.deepEqual([score, kept, rank], [before.current_score, before.current_lane, before.current_rank])
  await region('Runs').getByRole('button', { name: 'Task 5' }).waitFor()
})

test('why a task is here stands at an address of its own: arithmetic, corrections, briefs', async () => {
  const { page, service } = at
  await row('T-5')
    .getByRole('button', { name: /why here/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'Why here: Task 5' })
  await panel.getByText('5 × 5 × 4 ÷ 1 = 100.0', { exact: true }).waitFor()
  await panel.getByText('5, yours').waitFor()
  await panel.getByText('Urgency 3 to 5').waitFor()
  await panel.getByText('The audit is due.', { exact: true }).waitFor()
  await page.reload()
  await panel.getByText('5 × 5 × 4 ÷ 1 = 100.0', { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Close panel' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.goto(`${service.url}/triage?why=T-1`)
  await page
    .getByRole('dialog', { name: 'Why here: Task 1' })
    .getByText('5 × 5 × 4 ÷ 1 = 100.0', { exact: true })
    .waitFor()
  await page.keyboard.press('Escape')
})

test('a task dragged to another lane asks for the reason; Esc, a short way and Cancel change nothing', async () => {
  const { page } = at
  await dragTo('T-11', 'now', { isDropped: false })
  await page.locator('.drop').getByText('Drop to put it in NOW at the next run').waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.locator('.is-lifted').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('dialog').count(), 0)

  await dragTo('T-11', 'now', { isDropped: true })
  const pop = page.getByRole('dialog', { name: 'Move Task 11' })
  await pop.getByText(/^At the next run: NOW/).waitFor()
  await pop.getByRole('button', { name: 'Cancel' }).click()
  await pop.waitFor({ state: 'detached' })

  await dragTo('T-11', 'now', { isDropped: true })
  await pop.getByRole('textbox', { name: 'Why?' }).fill('A customer waits.')
  await pop.getByRole('button', { name: 'Move', exact: true }).click()
  const wish = row('T-11').getByRole('button', { name: 'NOW at the next run; take back' })
  await wish.waitFor()
  assert.equal((await lanes()).state.overrides_waiting, 1)
  await wish.click()
  await wish.waitFor({ state: 'detached' })
  assert.equal((await lanes()).state.overrides_waiting, 0)
})

test('a locked task is dragged to be locked elsewhere, and Undo locks it where it was', async () => {
  const { page } = at
  await dragTo('T-12', 'later', { isDropped: false })
  await page.locator('.drop').getByText('Drop to lock it in LATER').waitFor()
  await page.mouse.up()
  const pop = page.getByRole('dialog', { name: 'Lock Task 12' })
  assert.equal(await pop.getByRole('textbox', { name: 'Why?' }).inputValue(), 'The certificate ends on the 1st.')
  await pop.getByRole('button', { name: 'Lock', exact: true }).click()
  await lane('later').locator('[data-key="T-12"]').getByText('Locked by you').waitFor()
  await undoOf(page, 'Locked “Task 12” in LATER').click()
  await lane('now').locator('[data-key="T-12"]').getByText('The certificate ends on the 1st.').waitFor()
})

test('keys alone walk the list, move a task and say why', async () => {
  const { page } = at
  await row('T-5').getByRole('link', { name: 'Task 5' }).focus()
  await page.keyboard.press('k')
  await row('T-1').locator('a:focus').waitFor()
  await page.keyboard.press('m')
  const menu = page.getByRole('dialog', { name: 'Move to' })
  await menu.getByRole('button', { name: 'Move to NEXT…' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const pop = page.getByRole('dialog', { name: 'Move Task 1' })
  await pop.getByRole('button', { name: 'LATER', pressed: true }).waitFor()
  await pop.getByRole('textbox', { name: 'Why?' }).focus()
  await page.keyboard.insertText('Not before the release.')
  await page.keyboard.press('Control+Enter')
  await row('T-1').getByText('LATER at the next run').waitFor()
  await row('T-1').getByRole('link', { name: 'Task 1' }).focus()
  await page.keyboard.press('w')
  await page
    .getByRole('dialog', { name: 'Why here: Task 1' })
    .getByText('Not before the release.', { exact: true })
    .waitFor()
  await page.keyboard.press('Escape')
  await row('T-1')
    .getByRole('button', { name: /take back/ })
    .click()
  await row('T-1')
    .getByRole('button', { name: /take back/ })
    .waitFor({ state: 'detached' })
})

test('memories are kept, changed and brought back, and every run is told them', async () => {
  const { page } = at
  const memories = region('Memories')
  await memories.getByRole('button', { name: 'Add a memory' }).click()
  await page.keyboard.insertText('Customers come first.')
  await page.keyboard.press('Enter')
  await memories.getByText('Customers come first.').waitFor()
  await memories.getByRole('button', { name: /^Change memory/ }).click()
  await memories.getByRole('textbox', { name: 'Memory' }).fill('Customers before partners.')
  await page.keyboard.press('Enter')
  await memories.getByRole('button', { name: /^Remove memory: Customers before/ }).click()
  await memories.getByText('Customers before partners.').waitFor({ state: 'detached' })
  await undoOf(page, 'Memory removed.').click()
  await memories.getByText('Customers before partners.').waitFor()
  await page.keyboard.press('r')
  await page.getByText(/^Run 5: 11 scored/).waitFor()
  assert.match(model.requests.at(-1)?.prompt ?? '', /MEMORIES\n.*Customers before partners\./)
})

test('how corrections help is a plot with a table behind it', async () => {
  const learning = region('Learning')
  await learning
    .getByRole('img', { name: /^Lanes kept/ })
    .locator('canvas')
    .waitFor()
  await learning.getByRole('button', { name: 'Show as a table' }).click()
  await learning.getByRole('row').nth(2).waitFor()
  await learning.getByText('Urgency').waitFor()
  await learning.getByText('+2.0').waitFor()
})

test('the home page shows NOW, and a task’s panel leads to why it is there', async () => {
  const { page } = at
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const block = page.locator('section').filter({ has: page.getByRole('heading', { name: /^NOW/ }) })
  await block.getByRole('link', { name: 'Task 1', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Task Task 1' })
  await panel.getByRole('button', { name: /why here/ }).click()
  await page.getByRole('dialog', { name: 'Why here: Task 1' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await row('T-1').waitFor()
})

test('a done task leaves its lane, and tasks without a lane are counted and can be reached', async () => {
  const { service, page } = at
  await service.call('PATCH /api/tasks/T-11', { json: { status: 'done' } })
  await row('T-11').waitFor({ state: 'detached' })
  await service.call('POST /api/tasks', { json: { id: 'T-99', title: 'Came later' } })
  await page.getByText('1 open task', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await row('T-99').getByText('Not scored yet').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('unplaced'), '1')
  await page.getByRole('textbox', { name: 'Filter tasks in no lane' }).fill('nothing like it')
  await page.getByText('No task in no lane matches the filter.').waitFor()
  await page.getByRole('textbox', { name: 'Filter tasks in no lane' }).fill('came lat')
  await row('T-99').getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('dialog', { name: 'Move to' }).getByRole('button', { name: 'Move to NEXT…' }).click()
  await page.getByRole('dialog', { name: 'Move Came later' }).getByRole('button', { name: 'Move', exact: true }).click()
  await row('T-99').getByRole('button', { name: 'NEXT at the next run; take back' }).click()
  await row('T-99')
    .getByRole('button', { name: /take back/ })
    .waitFor({ state: 'detached' })
})

test('a model that cannot be reached is told with what to do, and changes nothing', async () => {
  const { page } = at
  const before = await lanes()
  await model[Symbol.asyncDispose]()
  await page.keyboard.press('r')
  const notice = page.getByRole('alert')
  await notice.getByText(/^Run \d+ failed:/).waitFor()
  await notice.getByText('ollama serve', { exact: true }).waitFor()
  const { lanes: after, state } = await lanes()
  assert.deepEqual(after, before.lanes)
  assert.equal(state.overrides_waiting, before.state.overrides_waiting)
  await notice.getByRole('button', { name: 'Details' }).click()
  await page
    .getByRole('dialog', { name: /^Triage run/ })
    .getByText(/^Lanes, briefs and corrections are as they were/)
    .waitFor()
  await page.keyboard.press('Escape')
})

async function correctUrgency(): Promise<void> {
  const { page } = at
  await row('T-5').getByRole('button', { name: 'Urgency 3', exact: true }).click()
  const pop = page.getByRole('dialog', { name: 'Override urgency of Task 5' })
  await pop.getByText('the model said 3').waitFor()
  await pop.getByRole('button', { name: '5', exact: true }).click()
  await pop.getByText('Score becomes 100.0: NOW 2. “Task 3” goes to NEXT.').waitFor()
  await pop.getByRole('textbox', { name: 'Why?' }).fill('The audit is due.')
  await pop.getByRole('button', { name: 'Override', exact: true }).click()
  await pop.waitFor({ state: 'detached' })
}

function row(id: string): Locator {
  const { page } = at
  return page.locator(`.ranked [data-key="${id}"]`)
}

function lane(name: string): Locator {
  const { page } = at
  return page.locator(`[data-lane="${name}"]`)
}

function region(name: string): Locator {
  const { page } = at
  return page.getByRole('region', { name })
}

async function idsIn(name: string): Promise<string[]> {
  const keys = await lane(name)
    .locator('[data-key]')
    .evaluateAll((rows) => rows.map((each) => each.getAttribute('data-key')))
  return keys.map(String)
}

async function lanes(): Promise<LanesAnswer> {
  const { service } = at
  return JSON.parse((await service.call('GET /api/triage/lanes')).text) as LanesAnswer
}

async function taskOf(id: string): Promise<Record<string, unknown>> {
  const { service } = at
  return (await service.call(`GET /api/tasks/${id}`)).json.task as Record<string, unknown>
}

async function dragTo(id: string, name: string, { isDropped }: { readonly isDropped: boolean }): Promise<void> {
  const { page } = at
  await row(id).scrollIntoViewIfNeeded()
  const from = await middleOf(row(id).locator('.title'))
  const to = await middleOf(lane(name).locator('.item').first())
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 3, from.y)
  assert.equal(await page.locator('.is-lifted').count(), 0)
  await page.mouse.move(from.x + 9, from.y - 9)
  await page.locator('.is-lifted').waitFor()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  if (isDropped) await page.mouse.up()
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('not to be seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
