// Somebody looks at the jobs of a gateway on the page: opens a run, reads its delivery, switches a job, tries to run one by hand.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { startFakeGateway, type FakeGateway } from '#platform/server/gateway/gateway.testkit.ts'
import { rawJobs, rawRuns } from '#rooms/mirror/mirror.testkit.ts'
import { answerFrom } from '#rooms/mirror/server/room.testkit.ts'
import type { TestHome, Variables } from '../support/home.ts'
import { journey, type Keep } from '../support/journey.ts'
import { until } from '../support/until.ts'

const announce = '5ae95194-0172-42c9-86ac-5642161f3f14'
const brief = 'ebf698e2-4a1d-429c-bb3f-c360605e43c1'

let gateway: FakeGateway
const at = journey({ path: '/strands', env: withGateway })

async function withGateway(home: TestHome, keep: Keep): Promise<Variables> {
  const bin = join(home.root, 'bin')
  await mkdir(bin)
  // A stand-in for the gateway's command, whose switch the scripted gateway finds as a file.
  const script = [
    '#!/bin/sh',
    'if [ "$3" = --id ]; then echo "OpenClaw does not recognize option \\"--id\\"." >&2; exit 1; fi',
    `if [ "$2" = disable ]; then touch ${bin}/off-$3; else rm -f ${bin}/off-$3; fi`,
    'echo "{\\"id\\":\\"$3\\"}"',
  ]
  await writeFile(join(bin, 'openclaw'), `${script.join('\n')}\n`, { mode: 0o755 })
  const upstream = {
    get jobs() {
      return rawJobs().map((job) => ({
        ...job,
        enabled: job.enabled === true && !existsSync(join(bin, `off-${String(job.id)}`)),
      }))
    },
    runs: rawRuns(),
  }
  gateway = keep(await startFakeGateway({ answer: answerFrom(upstream) }))
  return { PATH: [bin, process.env.PATH].join(delimiter), GATEWAY_PORT: String(gateway.port) }
}

const row = (jobId: string): Locator => at.page.locator(`[data-strand="openclaw-cron-${jobId.slice(0, 8)}"]`)

const step = (id: string): Locator => at.page.locator(`.dag [data-step="${id}"]`)

test('the jobs stand among the strands, each marked as mirrored', async () => {
  const { page } = at
  await row(announce).waitFor()
  await until('all jobs', async () => (await page.locator('[data-strand^="openclaw-cron-"]').count()) >= 11)
})

test('a run tells its tokens, and its delivery in words', async () => {
  const { page } = at
  await row(announce).click()
  await page.getByRole('img', { name: 'mirrored from the gateway' }).first().waitFor()
  await page.getByRole('region', { name: 'Runs' }).getByRole('link').first().click()
  await step('DELIVER').click()
  await page.getByText('12345').first().waitFor()
  await step('EXEC').click()
  const output = page.getByRole('log', { name: 'Output' })
  await output.getByText('Final answer after tool.').waitFor()
  await output.getByText('tokens: in 22, out 14, total 36').waitFor()
})

test('a manual run is answered by a dialog with the command for the whole job', async () => {
  const { page } = at
  await row(announce).click()
  await page.getByRole('button', { name: /^Run/ }).click()
  const dialog = page.getByRole('dialog', { name: 'This job runs in the gateway' })
  await dialog.getByText(`openclaw cron run ${announce}`).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('a job is switched off and on again, and a system job is not', async () => {
  const { page, home } = at
  await row(brief).click()
  const toggle = page.getByRole('switch', { name: 'Enabled upstream' })
  for (const checked of ['false', 'true']) {
    await toggle.click()
    await until(`the switch is ${checked}`, async () => (await toggle.getAttribute('aria-checked')) === checked)
    await until(
      'the gateway agrees',
      () => existsSync(join(home.root, 'bin', `off-${brief}`)) === (checked === 'false'),
    )
  }
  await row('3576bc73-ebbc-499c-8539-81c293dd4fbd').click()
  await until('another strand', async () => (await toggle.getAttribute('aria-disabled')) === 'true')
})

test('the settings tell how the connection stands, also while the gateway is gone', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/settings/gateway`)
  await page.getByText('2026.9.6').waitFor()
  await page.getByRole('link', { name: '10 jobs' }).waitFor()
  await gateway[Symbol.asyncDispose]()
  await page.getByText('not connected', { exact: true }).waitFor()
  await page
    .getByText(/nothing listens there|is stopping|ended with code/)
    .first()
    .waitFor()
})
