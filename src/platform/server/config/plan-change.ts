// What a change of settings would make of config.json: its new text, or everything that does not fit.
import { removeAt, setAt } from '#base/json-paths.ts'
import { err, ok, type Result } from '#base/result.ts'
import { valueAt } from './config-file.ts'
import { isRecord } from './entries.ts'
import type { ConfigProblem } from './problem.ts'
import type { ResolvedConfig } from './resolve-config.ts'
import { changedKeys, findKey, type FoundKey } from './setting-keys.ts'
import { settingValues } from './config-shape.ts'
import { settings, type Setting, type SettingName } from './settings.ts'

/** Keys as `findKey` takes them: values to write, and those to take out, so that the default counts again. */
export type SettingsChange = {
  readonly set: Readonly<Record<string, unknown>>
  readonly unset: readonly string[]
}

/** What the file holds now. `resolved` is what is in force where the file itself has mistakes. */
export type PlanGround = {
  /** One that JSON.parse accepts; `''` for no file. */
  readonly text: string
  readonly resolved: ResolvedConfig
  readonly resolve: (file: unknown) => Result<ResolvedConfig, readonly ConfigProblem[]>
}

export type PlannedSettings = {
  readonly text: string
  readonly resolved: ResolvedConfig
  /** The keys of the file that differ. */
  readonly changed: readonly string[]
  /** Secrets that were taken out since the address they were meant for is another. */
  readonly cleared: readonly string[]
  /** Those of them that decide who gets in. */
  readonly guarded: readonly string[]
}

const plain: readonly Setting<unknown>[] = Object.values(settings)

/** Names every mistake, not only the first. */
export function planChange(
  ground: PlanGround,
  change: SettingsChange,
): Result<PlannedSettings, readonly ConfigProblem[]> {
  const { found, problems } = findAll(ground.resolved, change)
  if (problems.length > 0) return err(problems)
  const edited = editText(ground.text, found, change)
  if (!edited.ok) return err([{ at: 'config.json', reason: edited.error }])
  const resolved = ground.resolve(fileOf(edited.value))
  if (!resolved.ok) return resolved
  const cleared = secretsToClear(ground.resolved, resolved.value, change).filter(
    (key) => valueAt(fileOf(edited.value), key) !== undefined,
  )
  if (cleared.length === 0) return ok(planned(ground, { text: edited.value, resolved: resolved.value, cleared }))
  return withoutSecrets(ground, edited.value, cleared)
}

function findAll(resolved: ResolvedConfig, { set, unset }: SettingsChange) {
  const found = new Map<string, FoundKey>()
  const problems: ConfigProblem[] = []
  for (const key of [...Object.keys(set), ...unset]) {
    const one = findKey(key)
    if (!one.ok) problems.push({ at: key, reason: one.error })
    else if (found.has(key)) problems.push({ at: key, reason: 'is both set and unset' })
    else {
      found.set(key, one.value)
      const locked = lockOf(one.value.setting, resolved)
      if (locked !== null) problems.push({ at: key, reason: locked })
    }
  }
  return { found, problems }
}

/** Why a setting can't be changed while the environment says otherwise; null when it can. */
export function lockOf(setting: Setting<unknown> | null, { sources }: ResolvedConfig): string | null {
  if (setting === null || setting.env === null || sources.get(setting.path) !== setting.env) return null
  return `is set by the environment variable ${setting.env}, which wins: change it there and restart the service`
}

/** The text after the change; taken out first, so that an entry can be written anew in one go. */
function editText(
  before: string,
  found: ReadonlyMap<string, FoundKey>,
  { set, unset }: SettingsChange,
): Result<string, string> {
  let text = before
  for (const key of unset) {
    const path = found.get(key)?.path
    const edited = path === undefined ? ok(text) : removeAt(text, path)
    if (!edited.ok) return edited
    text = edited.value
  }
  for (const [key, value] of Object.entries(set)) {
    const path = found.get(key)?.path
    const edited = path === undefined ? ok(text) : setAt(text, path, value)
    if (!edited.ok) return edited
    text = edited.value
  }
  return ok(text)
}

/** A token goes only to the address that it was entered for. */
function secretsToClear(before: ResolvedConfig, after: ResolvedConfig, { set }: SettingsChange): string[] {
  const [old, now] = [settingValues(before.config), settingValues(after.config)]
  return (Object.keys(settings) as SettingName[]).flatMap((name) => {
    const { secretOfUrl } = settings[name]
    return secretOfUrl !== null && old[name] !== now[name] && !Object.hasOwn(set, secretOfUrl) ? [secretOfUrl] : []
  })
}

function withoutSecrets(
  ground: PlanGround,
  text: string,
  cleared: readonly string[],
): Result<PlannedSettings, readonly ConfigProblem[]> {
  const change = { set: {}, unset: cleared }
  const edited = editText(text, findAll(ground.resolved, change).found, change)
  if (!edited.ok) return err([{ at: 'config.json', reason: edited.error }])
  const resolved = ground.resolve(fileOf(edited.value))
  return resolved.ok ? ok(planned(ground, { text: edited.value, resolved: resolved.value, cleared })) : resolved
}

function planned(ground: PlanGround, next: Pick<PlannedSettings, 'text' | 'resolved' | 'cleared'>): PlannedSettings {
  const changed = changedKeys(fileOf(ground.text), fileOf(next.text))
  const guarded = plain.filter(({ path, guarded: isGuarded }) => isGuarded && changed.includes(path))
  return { ...next, changed, guarded: guarded.map(({ path }) => path) }
}

/** The object that a text holds; an empty one for what `resolve` refuses anyway. */
export function fileOf(text: string): Readonly<Record<string, unknown>> {
  const file: unknown = text.trim() === '' ? {} : JSON.parse(text.replace(/^\uFEFF/, ''))
  return isRecord(file) ? file : {}
}
