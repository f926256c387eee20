// `orrery settings set` and `unset`: one change, all of it or nothing.
import type { CliGround } from '#platform/server/cli/cli-room.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { readText } from '#platform/server/cli/read-text.ts'
import type { SettingInput, SettingsChanged } from '../../contract.ts'
import { valueFromText } from '../../core/value-text.ts'
import { reachSettings, type ReachedSettings } from './reach.ts'

export type SetOptions = { readonly key: string; readonly value: string; readonly isDryRun: boolean }

export async function setSetting(ground: CliGround, { key, value, isDryRun }: SetOptions): Promise<void> {
  await using reached = reachSettings(ground)
  const { settings } = await reached.read()
  // A key that is not there yet is one of an agent type or a webhook, or nothing: the check says which.
  const input = settings.find((row) => row.key === key)?.input ?? inputOfNew(key)
  const text = value === '-' ? (await readText(ground.cli, '-')).replace(/\r?\n$/, '') : value
  const parsed = valueFromText(input, text)
  if (!parsed.ok) throw new CliError('usage', `${key} must be ${parsed.error}`)
  tell(ground, reached, await reached.change({ set: { [key]: parsed.value } }, isDryRun))
}

function inputOfNew(key: string): SettingInput {
  return { is: /^agents\.[^.]+\.(interactive_)?command$/.test(key) ? 'argv' : 'text' }
}

export type UnsetOptions = { readonly keys: readonly string[]; readonly isDryRun: boolean }

export async function unsetSettings(ground: CliGround, { keys, isDryRun }: UnsetOptions): Promise<void> {
  await using reached = reachSettings(ground)
  tell(ground, reached, await reached.change({ unset: [...keys] }, isDryRun))
}

function tell({ cli }: CliGround, { isRunning }: ReachedSettings, answer: SettingsChanged): void {
  const { changed, cleared, settings, dry_run: isDryRun } = answer
  const done =
    changed.length === 0 ? 'nothing to change' : `${isDryRun ? 'would change' : 'changed'} ${changed.join(', ')}`
  cli.output.result({ changed, cleared, dry_run: isDryRun }, done)
  if (cleared.length > 0) {
    cli.output.note(`${cleared.join(', ')} went, since the address that it was entered for is another: enter it anew.`)
  }
  const waiting = settings.filter((row) => row.needs_restart && changed.includes(row.key))
  if (!isDryRun && isRunning && waiting.length > 0) {
    cli.output.note(`In force after a restart of the service: ${waiting.map(({ key }) => key).join(', ')}`)
  }
}
