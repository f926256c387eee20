// Settings, 'Hooks': what is installed where, install, test event and uninstall, at both sizes and in both themes, in the words of
// the command line, with a person's own hooks left byte for byte.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { journey } from '../support/journey.ts'
import { orrery } from '../support/service.ts'

const at = journey({ device: null })
const own = '{\n  "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ] }\n}\n'
const broken = '{ "hooks": '

const fileOf = (...path: string[]) => join(at.home.userHome, ...path)

at.prepare(async () => {
  await mkdir(fileOf('.codex'), { recursive: true })
  await writeFile(fileOf('.codex', 'hooks.json'), own)
  await mkdir(fileOf('.gemini'), { recursive: true })
  await writeFile(fileOf('.gemini', 'settings.json'), broken)
})

for (const device of ['desk', 'phone'] as const) {
  test(`on a ${device}: installed, tested and taken out again`, async () => {
    await using tab = await at.openTab({ device, bypassCSP: true, reducedMotion: 'reduce' })
    const { page } = tab
    await signIn(tab, at.service, '/settings/agents')
    // An agent type may have the same name, below.
    const row = (label: string): Locator =>
      page
        .locator('.setting', { has: page.getByText(label, { exact: true }) })
        .filter({ has: page.locator('code') })
        .first()

    const claude = row('Claude Code')
    await claude.getByText('settings.json: not installed.', { exact: false }).waitFor()
    assert.equal(await claude.getByRole('button', { name: 'Test event of Claude Code' }).count(), 0)
    await row('Codex').getByText('not installed; 1 of others, untouched', { exact: false }).waitFor()
    const gemini = row('Gemini CLI')
    await gemini.getByText('is not valid JSON', { exact: false }).waitFor()
    assert.equal(await gemini.getByRole('button').count(), 0, 'what can’t be read is left alone')
    assert.deepEqual(await findBarriers(page), [])

    await claude.getByRole('button', { name: 'Install hooks of Claude Code' }).click()
    await claude.getByText(/installed, \d+ events\./).waitFor()
    assert.match(await readFile(fileOf('.claude', 'settings.json'), 'utf8'), /orrery-hook\.sh/)
    await claude.getByRole('button', { name: 'Test event of Claude Code' }).click()
    await claude.getByText(/The test event arrived in \d+ ms\./).waitFor()
    const status = await orrery(at.home, ['hook', 'status'])
    assert.match(status.out, /Claude Code.*installed, \d+ events/s)

    await row('Codex').getByRole('button', { name: 'Install hooks of Codex' }).click()
    await row('Codex')
      .getByText(/installed, \d+ events; 1 of others, untouched\. Launches trust these hooks for themselves/)
      .waitFor()
    assert.deepEqual(await findBarriers(page), [])
    const isWide = await page.locator('.settings .scroll').evaluate((pane) => pane.scrollWidth > pane.clientWidth)
    assert.equal(isWide, false)

    await row('Codex').getByRole('button', { name: 'Uninstall hooks of Codex' }).click()
    await row('Codex').getByText('not installed; 1 of others, untouched', { exact: false }).waitFor()
    assert.equal(await readFile(fileOf('.codex', 'hooks.json'), 'utf8'), own)
    await claude.getByRole('button', { name: 'Uninstall hooks of Claude Code' }).click()
    await claude.getByText('settings.json: not installed.', { exact: false }).waitFor()
    assert.ok(!existsSync(fileOf('.claude')), 'the folder that an install made goes with it')
    assert.equal(await readFile(fileOf('.gemini', 'settings.json'), 'utf8'), broken)
  })
}
