// A fresh home on a machine with several agent programs: the step of hooks has a button for each, and installs that one's alone.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { launch } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'

const still = { bypassCSP: true, reducedMotion: 'reduce' } as const
const programs = ['claude', 'codex', 'gemini']
const at = journey({
  device: null,
  async env(home) {
    const bin = join(home.root, 'bin')
    await mkdir(bin, { recursive: true })
    for (const name of programs) await writeFile(join(bin, name), '#!/bin/sh\n', { mode: 0o755 })
    return { PATH: `${bin}:${process.env.PATH ?? ''}` }
  },
})
const labels = ['Install hooks for Claude Code', 'Install hooks for Codex', 'Install hooks for Gemini CLI']

for (const device of ['desk', 'phone'] as const) {
  test(`on a ${device}: a button for each, within the screen, without a barrier`, async () => {
    await using tab = await at.openTab({ device, ...still })
    const { page } = tab
    await signIn(tab, at.service, '/')
    const step = page.locator('[data-step="hooks"]')
    for (const name of labels) await step.getByRole('button', { name, exact: true }).waitFor()
    const isCut = await step.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    assert.equal(isCut, false)
    assert.deepEqual(await findBarriers(page), [])
  })
}

test('pictures, where somebody wants to look', async () => {
  await takePictures(at, 'first-run-agents', { fresh: '/' })
})

test('a button installs the hooks of its own program, and beside agents at work the steps stay within the screen', async () => {
  for (const prompt of ['sleep 600', 'sleep 601']) await launch(at.service, { agent_type: 'shell', prompt })
  await using tab = await at.openTab(still)
  const { page } = tab
  await signIn(tab, at.service, '/')
  const step = page.locator('[data-step="hooks"]')
  await step.getByRole('button', { name: 'Install hooks for Codex' }).waitFor()
  const isCut = await step.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  assert.equal(isCut, false)
  await takePictures(at, 'first-run-agents', { brief: '/' })
  await step.getByRole('button', { name: 'Install hooks for Codex' }).click()
  await page.getByText('Launches trust these hooks for themselves', { exact: false }).waitFor()
  await step.waitFor({ state: 'detached' })
  assert.ok(existsSync(join(at.home.userHome, '.codex/hooks.json')))
  assert.ok(!existsSync(join(at.home.userHome, '.claude/settings.json')))
})
