// System: how the service stands, what doctor finds where it runs, backups and the log, on a desk and on a phone.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BackupList } from '#rooms/system/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { launch } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/system', tab: { bypassCSP: true, reducedMotion: 'reduce' } })

at.prepare(async () => {
  await launch(at.service, { agent_type: 'shell', prompt: 'sleep 300', label: 'Works' })
})

const panel = (name: string) => at.page.getByRole('region', { name, exact: true })
const backups = async () =>
  ((await at.service.call('GET /api/system/backups', { token: at.service.token })).json as BackupList).backups

test('it says how the service stands, in the words of the command, and goes on while it is looked at', async () => {
  const { page, home } = at
  const state = panel('How it stands')
  await state.getByText('1: 1 running').waitFor()
  await state.getByText('Only this machine reaches it.', { exact: false }).waitFor()
  await page.getByRole('img', { name: /^Load of the last two minutes: now \d+ %/ }).waitFor()
  const { out } = await orrery(home, ['system'])
  assert.match(out, /^Sessions +1: 1 running$/m)
  assert.deepEqual(await findBarriers(page), [])
})

test('nothing is asked while another page is shown', async () => {
  await using tab = await at.openTab({ bypassCSP: true, reducedMotion: 'reduce' })
  const { page } = tab
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.clock.install()
  await signIn(tab, at.service, '/system')
  await page.getByRole('region', { name: 'Doctor', exact: true }).waitFor()
  const count = () => asked.filter((path) => path === '/api/system').length
  const before = count()
  await page.clock.runFor(4000)
  await until('it asks again', () => count() > before)
  await page.getByRole('link', { name: 'Board' }).first().click()
  await page.waitForURL('**/board')
  asked.length = 0
  await page.clock.runFor(20_000)
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/api/system')),
    [],
  )
})

test('doctor tells what the service sees, what is wrong first', async () => {
  const doctor = panel('Doctor')
  await doctor.getByText('takes changes').waitFor()
  const levels = await doctor.getByRole('listitem').locator('.sr').allTextContents()
  const order = ['failed', 'warning', 'fine']
  assert.deepEqual(
    levels,
    levels.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)),
  )
  await doctor.getByRole('button', { name: 'Look again' }).click()
  await doctor.getByText('looked').waitFor()
})

test('a backup is made with one click, shown, downloaded, and deleted after one question', async () => {
  const { page } = at
  const part = panel('Backups')
  await part.getByText('None yet.', { exact: false }).waitFor()
  await part.getByRole('button', { name: 'Back up now' }).click()
  const download = part.getByRole('button', { name: /^Download \d{8}T\d{6}Z$/ })
  await download.waitFor()
  const [saved] = await Promise.all([page.waitForEvent('download'), download.click()])
  assert.match(saved.suggestedFilename(), /^orrery-\d{8}T\d{6}Z\.tar\.gz$/)
  assert.deepEqual(await findBarriers(page), [])
  await part.getByRole('button', { name: /^Delete / }).click()
  await part.getByRole('button', { name: 'Keep' }).click()
  assert.equal((await backups()).length, 1)
  await part.getByRole('button', { name: /^Delete / }).click()
  await part.getByRole('button', { name: 'Delete for good' }).click()
  await part.getByText('None yet.', { exact: false }).waitFor()
})

test('pressed on two screens at once it is made once, and the other is told why not', async () => {
  const { service } = at
  const both = () => service.call('POST /api/system/backup', { token: service.token, json: {} })
  const answers = await Promise.all([both(), both()])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 409]))
  assert.match(answers.map(({ text }) => text).join(' '), /A backup is under way.*one at a time/)
  const part = panel('Backups')
  await part.getByRole('button', { name: 'Back up now' }).dblclick()
  await until('there are two', async () => (await backups()).filter(({ state }) => state === 'done').length === 2)
  assert.equal(await at.page.getByText('No backup was made').count(), 0)
  for (const { id } of await backups()) {
    await service.call(`DELETE /api/system/backups/${id}`, { token: service.token })
  }
  await part.getByText('None yet.', { exact: false }).waitFor()
})

test('one that takes long shows how far it is, on every screen, and can be cancelled', async () => {
  const { home, service } = at
  const logs = join(home.home, 'logs')
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  const large = join(logs, 'large.log')
  // Random, so that packing takes its time.
  const part = Buffer.alloc(1024 * 1024)
  for (let index = 0; index < part.length; index++) part[index] = (index * 2_654_435_761) >>> 13
  writeFileSync(large, Buffer.concat(Array.from({ length: 300 }, () => part)))
  await using phone = await at.openTab({ device: 'phone', bypassCSP: true, reducedMotion: 'reduce' })
  await signIn(phone, service, '/system')
  const there = phone.page.getByRole('region', { name: 'Backups', exact: true })
  await there.getByText('None yet.', { exact: false }).waitFor()
  await panel('Backups').getByRole('button', { name: 'Back up now' }).click()
  // Packing takes its time, but not on every machine the time that a page takes to ask.
  const packing = await until('the backup is at work', () => backupProcess(home.home))
  process.kill(packing, 'SIGSTOP')
  await there.getByRole('progressbar', { name: 'Backup under way' }).waitFor()
  assert.deepEqual(await findBarriers(phone.page), [])
  await there.getByRole('button', { name: 'Cancel the backup' }).click()
  await there.getByText('None yet.', { exact: false }).waitFor()
  assert.deepEqual(await backups(), [])
  assert.ok(existsSync(large))
})

test('the log comes by level, follows, and goes back', async () => {
  const { service } = at
  const log = panel('Log')
  await log.getByText('the service is ready').waitFor()
  await service.call('POST /api/system/backup', { token: service.token, json: { outputs: 'left_out' } })
  await log.getByText('a backup is done').first().waitFor()
  await log.getByRole('button', { name: 'Errors' }).click()
  await log.getByText('No lines of level error or above so far.').waitFor()
  await log.getByRole('button', { name: 'All' }).click()
  await log.getByText('the service is ready').waitFor()
  await until('it says that it follows', async () =>
    log.getByRole('button', { name: 'Following' }).and(log.locator('[aria-pressed="true"]')).isVisible(),
  )
})

test('a browser without a login is asked for one, and shows nothing', async () => {
  await using tab = await at.openTab({ bypassCSP: true, reducedMotion: 'reduce' })
  await tab.page.goto(`${at.service.url}/system`)
  await tab.page.getByText('How the service stands, its log and its backups take a login.').waitFor()
  assert.equal(await tab.page.getByRole('region', { name: 'Log' }).count(), 0)
})

for (const device of ['desk', 'phone'] as const) {
  test(`on a ${device}: nothing reaches over its panel, and axe finds nothing`, async () => {
    await using tab = await at.openTab({ device, bypassCSP: true, reducedMotion: 'reduce' })
    const { page } = tab
    await signIn(tab, at.service, '/system')
    for (const name of ['How it stands', 'Doctor', 'Backups', 'Log']) {
      const shown = page.getByRole('region', { name, exact: true })
      await shown.locator('dd, li, .meta').first().waitFor()
      assert.ok(await shown.evaluate((element) => element.scrollWidth <= element.clientWidth), name)
    }
    assert.deepEqual(await findBarriers(page), [])
  })
}

test('right after it was opened it says since when the plots measure', async () => {
  await using tab = await at.openTab({ bypassCSP: true, reducedMotion: 'reduce' })
  const { page } = tab
  await signIn(tab, at.service, '/board')
  // One look tells nothing of what was between two: the second is held back.
  const second = Promise.withResolvers<void>()
  let looks = 0
  await page.route('**/api/system', async (route) => {
    looks += 1
    if (looks > 1) await second.promise
    await route.continue()
  })
  await page.goto(`${at.service.url}/system`)
  await page.getByText(/^Measured from now on: /).waitFor()
  await page.getByRole('img', { name: /^Memory of the last two minutes: now \d+ %/ }).waitFor()
  await page.getByRole('img', { name: 'Load of the last two minutes: nothing measured yet' }).waitFor()
  second.resolve()
  await page.getByRole('img', { name: /^Load of the last two minutes: now \d+ %/ }).waitFor()
  await page.getByText(/^The last \d+ s: /).waitFor()
})

test('pictures, where somebody wants to look', async () => {
  await takePictures(at, 'system', { system: '/system' })
})

/** The process that packs a backup of this home; null for none. */
function backupProcess(home: string): number | null {
  const isOurs = (pid: string): boolean => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return command.includes('backup-process') && command.includes(home)
    } catch {
      // It ended meanwhile.
      return false
    }
  }
  const found = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isOurs(name))
  return found === undefined ? null : Number(found)
}
