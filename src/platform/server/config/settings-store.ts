// The settings in force while the service runs: changed through here, or in config.json by hand, which is looked at each moment.
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { oneAtATime } from '#base/one-at-a-time.ts'
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '../clock.ts'
import { unlessMissing } from '../files/missing.ts'
import type { Log } from '../log/log.ts'
import type { Timers } from '../timers.ts'
import type { Config } from './config.ts'
import { parseJson, type LoadedConfig } from './load-config.ts'
import { fileOf, planChange, type PlannedSettings, type SettingsChange } from './plan-change.ts'
import type { ConfigProblem } from './problem.ts'
import { inForce, type ResolvedConfig } from './resolve-config.ts'
import { changedKeys } from './setting-keys.ts'
import { changedElsewhere, doesNotFit, needsToken, notJson } from './settings-refusals.ts'
import { createWatched, type Watched, type WatchedValue } from './watched.ts'
import { writeConfig } from './write-config.ts'

/** How things stand, as of a look at the file that was just made. */
export type SettingsState = {
  /** As file and environment say now; what is taken at the start alone is in force from the next one on. */
  readonly resolved: ResolvedConfig
  /** As the service started. */
  readonly atStart: Config
  readonly path: string
  /** Of the file as it stands now; another text has another one. */
  readonly revision: string
  /** Why the file is not in force, in words; what was in force before stays. */
  readonly problems: readonly ConfigProblem[]
}

export type ChangeRequest = SettingsChange & {
  /** As an answer gave it; null: whatever stands there, for a command that just read it. */
  readonly revision: string | null
  /** Whether the caller may change who gets in. */
  readonly mayOpen: boolean
  readonly isDryRun: boolean
}

export type ChangeOutcome = Pick<PlannedSettings, 'changed' | 'cleared'> & { readonly state: SettingsState }

/** What happened to the settings without a request: somebody edited the file. */
export type SettingsNews =
  | { readonly kind: 'edited'; readonly changed: readonly string[] }
  | { readonly kind: 'not_taken'; readonly problems: readonly ConfigProblem[] }

/** `now` and `follow` tell what is in force: what is taken at the start alone stays as it was then. */
export interface SettingsStore extends Watched<Config>, AsyncDisposable {
  look(): Promise<SettingsState>
  /** One after the other. Nothing is written unless all of it fits; a 200 means that it is on the disk and in force. */
  change(request: ChangeRequest): Promise<Result<ChangeOutcome, Refusal>>
  /** Tells what was done to the file by hand, until the answer is called. The listener must not throw. */
  hear(listener: (news: SettingsNews) => void): () => void
}

export type SettingsOptions = {
  readonly loaded: LoadedConfig
  readonly clock: Clock
  readonly timers: Pick<Timers, 'every'>
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/**
 * How often the file is looked at: a `stat`. What can't be used, or is gone, must be seen twice: editors empty a file, or
 * take it away, for a moment.
 */
const lookMs = 700

/** What stands in the file: its text, null for no file, and what it comes to. */
type Seen = {
  readonly text: string | null
  readonly revision: string
  readonly outcome: Result<ResolvedConfig, readonly ConfigProblem[]>
}

/** Nothing is looked at before the first moment has passed, or somebody asks. */
export function openSettings(options: SettingsOptions): SettingsStore {
  return new OpenSettings(options)
}

class OpenSettings implements SettingsStore {
  readonly #options: SettingsOptions
  readonly #value: WatchedValue<Config>
  readonly #listeners = new Set<(news: SettingsNews) => void>()
  readonly #read: () => Promise<Seen>
  readonly #stop: () => void
  #resolved: ResolvedConfig
  /** The file as it was when it was taken last; null before the first look. */
  #taken: Readonly<Record<string, unknown>> | null = null
  #seen: Seen | null = null
  /** The revision that was told or taken: news of it are no news. */
  #settled: string | null = null
  readonly #inTurn = oneAtATime()

  constructor(options: SettingsOptions) {
    const { loaded, timers, log } = options
    this.#options = options
    this.#value = createWatched(loaded.config)
    this.#resolved = loaded
    this.#read = createReader(options)
    const failed = (error: unknown): void => log.error({ err: error }, 'config.json could not be looked at')
    this.#stop = timers.every(lookMs, () => void this.#inTurn(() => this.#look()).catch(failed))
  }

  now(): Config {
    return this.#value.now()
  }

  follow(listener: (now: Config, before: Config) => void): () => void {
    return this.#value.follow(listener)
  }

  hear(listener: (news: SettingsNews) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  look(): Promise<SettingsState> {
    return this.#inTurn(async () => this.#stateOf(await this.#look()))
  }

  change(request: ChangeRequest): Promise<Result<ChangeOutcome, Refusal>> {
    return this.#inTurn(() => this.#change(request))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop()
    await this.#inTurn(async () => undefined)
  }

  #tell(news: SettingsNews): void {
    for (const listener of this.#listeners) listener(news)
  }

  #take(next: ResolvedConfig, { text, revision }: Pick<Seen, 'text' | 'revision'>): void {
    this.#resolved = next
    this.#taken = fileOf(text ?? '')
    this.#settled = revision
    const now = inForce(next.config, this.#options.loaded.config)
    if (JSON.stringify(now) !== JSON.stringify(this.#value.now())) this.#value.set(now)
  }

  /** Applies what is new in the file, or says why not. */
  async #look(): Promise<Seen> {
    const { log } = this.#options
    const before = this.#seen
    const now = await this.#read()
    this.#seen = now
    if (now.revision === this.#settled) return now
    const isSeenTwice = before?.revision === now.revision
    if (this.#taken === null && now.outcome.ok) this.#take(now.outcome.value, now)
    else if (now.outcome.ok && (now.text !== null || isSeenTwice)) {
      const changed = changedKeys(this.#taken ?? {}, fileOf(now.text ?? ''))
      this.#take(now.outcome.value, now)
      log.info({ changed }, 'config.json was changed by hand')
      this.#tell({ kind: 'edited', changed })
    } else if (!now.outcome.ok && isSeenTwice) {
      this.#settled = now.revision
      const problems = now.outcome.error
      log.warn({ problems }, 'config.json was changed by hand and can not be used: what was in force stays')
      this.#tell({ kind: 'not_taken', problems })
    }
    return now
  }

  #stateOf({ revision, outcome }: Pick<Seen, 'revision' | 'outcome'>): SettingsState {
    const { config, file } = this.#options.loaded
    const problems = outcome.ok ? [] : outcome.error
    return { resolved: this.#resolved, atStart: config, path: file, revision, problems }
  }

  async #change(request: ChangeRequest): Promise<Result<ChangeOutcome, Refusal>> {
    const now = await this.#look()
    if (request.revision !== null && request.revision !== now.revision) return err(changedElsewhere)
    const text = now.text ?? ''
    if (text.trim() !== '' && !parseJson(text.replace(/^\uFEFF/, '')).ok)
      return err(notJson(this.#stateOf(now).problems))
    const planned = planChange({ text, resolved: this.#resolved, resolve: this.#options.loaded.resolve }, request)
    if (!planned.ok) return err(doesNotFit(planned.error))
    const { changed, cleared, guarded } = planned.value
    if (guarded.length > 0 && !request.mayOpen) return err(needsToken(guarded))
    if (request.isDryRun || planned.value.text === text) return ok({ changed, cleared, state: this.#stateOf(now) })
    const written = await write(this.#options, now.text, planned.value.text)
    if (!written.ok) return written
    const { text: next, resolved } = planned.value
    const after: Seen = { text: next, revision: revisionOf(next), outcome: ok(resolved) }
    this.#seen = after
    this.#take(resolved, after)
    return ok({ changed, cleared, state: this.#stateOf(after) })
  }
}

/** Reads the file when its `stat` says that it is another than the last time. */
function createReader(options: SettingsOptions): () => Promise<Seen> {
  const path = options.loaded.file
  const { resolve } = options.loaded
  let last: (Seen & { readonly mark: string }) | null = null
  return async () => {
    const mark = await markOf(path)
    if (last?.mark === mark) return last
    const text = (await unlessMissing(readFile(path, 'utf8'))) ?? null
    const parsed = text === null ? ok({}) : parseJson(text.replace(/^\uFEFF/, ''))
    const outcome = parsed.ok ? resolve(parsed.value) : err([parsed.error])
    last = { mark, text, revision: revisionOf(text), outcome }
    return last
  }
}

async function markOf(path: string): Promise<string> {
  const found = await unlessMissing(stat(path, { bigint: true }))
  return found === null ? 'none' : [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}

function revisionOf(text: string | null): string {
  return text === null ? 'none' : createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

async function write(options: SettingsOptions, before: string | null, text: string): Promise<Result<void, Refusal>> {
  const { loaded, clock, log } = options
  const { home } = loaded.config
  const written = await writeConfig({ home, path: loaded.file, before, text, at: toIso(clock.now()) })
  if (written.ok) return ok(undefined)
  if (written.error.code === 'changed_meanwhile') return err(changedElsewhere)
  log.error({ reason: written.error.reason }, 'config.json could not be written')
  return err({
    error: 'storage_unavailable',
    reason: `Nothing was changed: ${written.error.reason}`,
    hint: 'Look at the free space and the permissions of config.json and its folder, then try again.',
  })
}
