import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { guideTable } from '../config/guide-table.ts'
import { exitCodeTable } from './exit-codes.ts'

const guide = join(import.meta.dirname, '../../../../docs/guide')
const read = (page: string): Promise<string> => readFile(join(guide, page), 'utf8')

test('the guide has every key of the settings as the code has it', async () => {
  const page = await read('configuration.md')
  assert.ok(page.includes(`\n\n${guideTable()}\n\n`), `docs/guide/configuration.md should have\n${guideTable()}`)
})

test('the guide has every exit code as the code has it', async () => {
  const page = await read('command-line.md')
  assert.ok(page.includes(`\n\n${exitCodeTable()}\n\n`), `docs/guide/command-line.md should have\n${exitCodeTable()}`)
})
