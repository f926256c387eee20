// `orrery settings list` and `get`.
import type { CliGround } from '#platform/server/cli/cli-room.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { settingsSectionIds, type SettingsSectionId, type SettingRow } from '../../contract.ts'
import { sectionLabels } from '../../core/sections.ts'
import { textOfValue } from '../../core/value-text.ts'
import { reachSettings } from './reach.ts'

export async function listSettings(ground: CliGround, section: SettingsSectionId | undefined): Promise<void> {
  const { output } = ground.cli
  await using reached = reachSettings(ground)
  const answer = await reached.read()
  const rows = settingsSectionIds
    .filter((id) => section === undefined || id === section)
    .flatMap((id) => answer.settings.filter((row) => row.section === id))
  const text = formatTable(
    rows,
    [
      { title: 'SECTION', text: (row) => sectionLabels[row.section], paint: (padded) => output.paint('dim', padded) },
      { title: 'KEY', text: ({ key }) => key },
      { title: 'VALUE', text: valueText, shrinks: { minimum: 20 } },
      { title: 'SOURCE', text: sourceText, paint: (padded) => output.paint('dim', padded) },
    ],
    output.width,
  )
  output.result({ ...answer, settings: rows }, text)
  for (const { field, reason } of answer.problems) output.note(`${answer.file} is not in force: ${field} ${reason}`)
  const waiting = rows.filter((row) => row.needs_restart).map(({ key }) => key)
  if (reached.isRunning && waiting.length > 0)
    output.note(`In force after a restart of the service: ${waiting.join(', ')}`)
}

export async function getSetting(ground: CliGround, key: string): Promise<void> {
  await using reached = reachSettings(ground)
  const { settings } = await reached.read()
  const row = settings.find((one) => one.key === key)
  if (row === undefined) {
    throw new CliError('refused', `${key} is no setting`, { hints: ['See all of them with: orrery settings list'] })
  }
  ground.cli.output.result(row, row.is_secret ? (row.is_set ? 'set' : '') : textOfValue(row.value, row.input))
}

function valueText(row: SettingRow): string {
  if (!row.is_set) return '-'
  return row.is_secret ? 'set' : textOfValue(row.value, row.input)
}

function sourceText({ source, variable, needs_restart: waits }: SettingRow): string {
  const from = source === 'environment' ? (variable ?? source) : source === 'file' ? 'config.json' : source
  return waits ? `${from}, after a restart` : from
}
