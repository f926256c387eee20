// Pictures of triage: lanes after a few runs with corrections, hundreds of tasks, nothing yet, and a model that is away.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { minuteMs } from '#base/time.ts'
import { startTriageModel, type TriageModel } from '../../test/support/fake-triage-model.ts'
import { makeHome } from '../../test/support/home.ts'
import { startService, type Service } from '../../test/support/service.ts'
import { runTriage } from '../../test/support/triage-tasks.ts'
import type { Camera } from './camera.ts'
import { clockIn } from './play.ts'
import { briefs, chores, openTasks, saidOf, tagsOfBriefs, type OpenTask } from './triage-day.ts'

const light = { colorScheme: 'light' } as const
const phone = { device: 'phone' } as const
const path = '/triage'
const choreCount = 530

export async function takeTriage(take: Camera): Promise<void> {
  await onStage([...openTasks], async (stage) => {
    const { service, model } = stage
    await take(service, [
      { name: 'triage-new-1440-dark', path },
      { name: 'triage-new-390-light', path, ...phone, ...light },
    ])
    await playWeek(stage)
    await take(service, weekShots)
    const release = model.hold()
    await post(service, 'triage/runs', {})
    await take(service, [
      { name: 'triage-running-1440-dark', path },
      { name: 'triage-running-390-dark', path, ...phone },
    ])
    release()
    await model[Symbol.asyncDispose]()
    await runTriage(service)
    await take(service, [
      { name: 'triage-away-1440-light', path, ...light },
      { name: 'triage-away-390-dark', path, ...phone },
    ])
  })
  await onStage([...openTasks, ...chores(choreCount)], async ({ service }) => {
    await runTriage(service)
    await take(service, [
      { name: 'triage-full-1440-dark', path },
      { name: 'triage-full-1440-light', path: `${path}?unplaced=1`, ...light, prepare: toTheEnd },
      { name: 'triage-full-390-dark', path: `${path}?unplaced=1`, ...phone, prepare: toUnplaced },
    ])
  })
  await onStage([], ({ service }) =>
    take(service, [
      { name: 'triage-empty-1440-dark', path },
      { name: 'triage-empty-390-light', path, ...phone, ...light },
    ]),
  )
}

const weekShots = [
  { name: 'triage-1440-dark', path },
  { name: 'triage-1440-light', path, ...light },
  { name: 'triage-390-dark', path, ...phone },
  { name: 'triage-390-light', path, ...phone, ...light },
  { name: 'triage-part-1440-dark', path, prepare: openPart },
  { name: 'triage-part-390-light', path, ...phone, ...light, prepare: openPart },
  { name: 'triage-menu-1440-light', path, ...light, prepare: openMenu },
  { name: 'triage-side-1440-dark', path, prepare: toTheEnd },
  { name: 'triage-side-390-dark', path, ...phone, prepare: toTheEnd },
  { name: 'triage-why-1440-dark', path: `${path}?why=BOOK-51` },
  { name: 'triage-why-390-light', path: `${path}?why=BOOK-51`, ...phone, ...light },
  { name: 'triage-run-1440-light', path: `${path}?triage-run=11`, ...light },
  { name: 'triage-run-390-dark', path: `${path}?triage-run=11`, ...phone },
  { name: 'triage-home-1440-dark', path: '/' },
  { name: 'triage-home-390-light', path: '/', ...phone, ...light },
]

type Stage = {
  readonly service: Service
  readonly model: TriageModel
  /** What happens from now on happened so long ago. */
  readonly setAgo: (minutes: number) => Promise<void>
}

async function onStage(tasks: readonly OpenTask[], play: (stage: Stage) => Promise<void>): Promise<void> {
  await using home = await makeHome()
  await using model = await startTriageModel()
  const shift = join(home.root, 'clock')
  const setAgo = (minutes: number) => writeFile(shift, String(minutes * minuteMs))
  await setAgo(weekAgo)
  const env = { SERVICE_MODEL_URL: model.url, SERVICE_MODEL: model.name }
  await using service = await startService(home, { env, nodeOptions: ['--import', clockIn(shift)] })
  for (const { parts: _, later: __, ...task } of tasks) await post(service, 'tasks', task)
  for (const task of tasks) model.scores.set(task.id, saidOf(task, false))
  await setAgo(0)
  await play({ service, model, setAgo })
}

const weekAgo = 7 * 24 * 60
/** How many tasks were sent to another lane after each run: fewer and fewer. */
const wishes = [4, 4, 3, 3, 3, 2, 2, 1, 1, 0]
const minutesBetweenRuns = 700

/** Ten runs with corrections between them; the last one follows a brief, a correction of a part and a lock. */
async function playWeek({ service, model, setAgo }: Stage): Promise<void> {
  const correct = (task: string, dimension: string, more: object) =>
    post(service, 'triage/overrides', { task_id: task, dimension, ...more })
  for (const [at, count] of wishes.entries()) {
    await setAgo(26 + (wishes.length - at) * minutesBetweenRuns)
    await runTriage(service)
    // By turns, so that the run between them is corrected, too.
    const [lane, from] = at % 2 === 0 ? (['next', -4] as const) : (['later', 3] as const)
    for (const { id } of openTasks.slice(from).slice(0, count)) await correct(id, 'lane', { new_value: lane })
  }
  await setAgo(400)
  for (const task of openTasks) model.scores.set(task.id, saidOf(task, true))
  await post(service, 'briefs', { ...briefs[0], tags: tagsOfBriefs[0] })
  await post(service, 'triage/lock/OPS-77', { lane: 'now', reason: 'The old one ends on the 1st.' })
  await correct('BOOK-54', 'effort', { new_value: '1', user_reason: 'Half of it is there already.' })
  await setAgo(372)
  await runTriage(service)
  for (const [at, minutes] of [300, 120, 52, 18].entries()) {
    await setAgo(minutes)
    await post(service, 'briefs', { ...briefs[(at + 1) % briefs.length], tags: tagsOfBriefs[(at + 1) % briefs.length] })
  }
  await correct('OPS-71', 'lane', { new_value: 'next', user_reason: 'The old image ends soon.' })
  await correct('SHOP-405', 'urgency', { new_value: '5', user_reason: 'Support waits for a date.' })
  await post(service, 'triage/memories', { body: 'Customers before partners, partners before ourselves.' })
  await setAgo(0)
}

async function post(service: Service, route: string, json: object): Promise<void> {
  const empty = Object.keys(json).length === 0
  const { status, text } = await service.call(`POST /api/${route}`, empty ? {} : { json })
  if (status > 299) throw new Error(`${route}: ${status} ${text}`)
}

async function openPart(page: Page): Promise<void> {
  await page
    .locator('[data-key="SHOP-398"]')
    .getByRole('button', { name: /^Urgency/ })
    .click()
  const pop = page.getByRole('dialog')
  await pop.getByRole('button', { name: '5', exact: true }).click()
  await pop.getByRole('textbox').fill('The partner’s campaign starts on Monday.')
}

async function openMenu(page: Page): Promise<void> {
  await page.locator('[data-key="BOOK-60"]').getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('dialog').waitFor()
}

async function toTheEnd(page: Page): Promise<void> {
  await page.locator('.side').waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(`for (const each of document.querySelectorAll('.triage, .triage .scroll')) each.scrollTop = 1e6`)
}

async function toUnplaced(page: Page): Promise<void> {
  await page.getByText('No lane', { exact: true }).scrollIntoViewIfNeeded()
  await page.evaluate(`document.querySelector('.triage').scrollTop += 400`)
}
