// Reads the settings of this process: where the home is, what config.json and the environment say.
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { err, ok, type Result } from '#base/result.ts'
import type { ParseTemplate } from './agent-settings.ts'
import { variable, type Environment } from './environment.ts'
import { findJsonError } from './json-error.ts'
import type { ConfigProblem } from './problem.ts'
import { resolveConfig, type ResolvedConfig, type Source } from './resolve-config.ts'

export type LoadOptions = {
  readonly environment: Environment
  /** The person's home directory, for the default of SERVICE_HOME. */
  readonly userHome: string
  readonly parseTemplate: ParseTemplate
}

/** `resolve` says what another text of the same file would come to. */
export type LoadedConfig = ResolvedConfig & { readonly file: string; readonly resolve: ResolveFile }
/** What the parsed value of a config.json comes to with the environment of this process. */
export type ResolveFile = (file: unknown) => Result<ResolvedConfig, readonly ConfigProblem[]>
export type ConfigFailure = { readonly file: string; readonly problems: readonly ConfigProblem[] }

/** Creates and changes nothing. Refuses with every mistake at once; a missing config.json is none. */
export function loadConfig(options: LoadOptions): Result<LoadedConfig, ConfigFailure> {
  const { environment, parseTemplate } = options
  const { home, source } = findHome(environment, options.userHome)
  const path = join(home, 'config.json')
  const file = readConfigFile(path)
  if (!file.ok) return err({ file: path, problems: [file.error] })
  const resolve: ResolveFile = (value) =>
    resolveConfig({ home, homeSource: source, file: value, environment, parseTemplate })
  const resolved = resolve(file.value)
  return resolved.ok ? ok({ ...resolved.value, file: path, resolve }) : err({ file: path, problems: resolved.error })
}

/** `$SERVICE_HOME`, absolute; `~/` stands for the person's home, since unit files do not expand it. */
export function findHome(
  environment: Environment,
  userHome: string,
): { readonly home: string; readonly source: Source } {
  const set = variable(environment, 'SERVICE_HOME')
  if (set === null) return { home: join(userHome, '.service'), source: 'default' }
  return { home: resolve(set.replace(/^~(?=\/|$)/, userHome)), source: 'SERVICE_HOME' }
}

/** A symbolic link is followed, since people keep their settings in a repository; it is only read. */
function readConfigFile(path: string): Result<unknown, ConfigProblem> {
  try {
    if (!statSync(path).isFile()) return err({ at: 'config.json', reason: 'is not a regular file' })
    return parseJson(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    // ENOTDIR: a part of the home's path is a file, which whoever makes the home will say better.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) return ok({})
    return err({
      at: 'config.json',
      reason: `can't be read: ${error instanceof Error ? error.message : String(error)}`,
    })
  }
}

/** The value of a config.json's text; a missing file's is empty. */
export function parseJson(text: string): Result<unknown, ConfigProblem> {
  const wrong = findJsonError(text)
  if (wrong === null) return ok(JSON.parse(text) as unknown)
  const at = `line ${wrong.line}, column ${wrong.column}`
  return err({ at, reason: 'is not JSON from here on (comments and trailing commas are not allowed)' })
}
