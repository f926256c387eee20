// A service whose agents are the real Claude Code, over a model that does as the prompt says.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { claudeVariables, installClaude, settleClaude } from './claude.ts'
import { startFakeModel, type FakeModel } from './fake-anthropic.ts'
import { makeHome, type TestHome, type Variables } from './home.ts'
import { startService, type Service } from './service.ts'
import { until } from './until.ts'

/** A start of a program of 370 MB and a turn, on a busy machine. */
export const turnLimitMs = 60_000

export type ClaudePlace = {
  readonly home: TestHome
  readonly model: FakeModel
  readonly service: Service
  /** The folder that holds `claude`. */
  readonly bin: string
  /** A folder that Claude Code trusts. */
  readonly project: string
}

/** The place, or why there is none. */
export type OpenedClaude = (ClaudePlace & AsyncDisposable) | { readonly problem: string }

/** `env`: of the service, on top of what Claude Code needs. */
export async function openClaudePlace(
  prepare: (home: TestHome) => Promise<unknown>,
  env: Variables = {},
): Promise<OpenedClaude> {
  const installed = await installClaude()
  if ('problem' in installed) return installed
  const home = await makeHome()
  const project = join(home.userHome, 'project')
  await Promise.all([mkdir(project), settleClaude(home.userHome, project), prepare(home)])
  const model = await startFakeModel()
  const service = await startService(home, { env: { ...claudeVariables(installed.bin, model.url), ...env } })
  return {
    home,
    model,
    service,
    bin: installed.bin,
    project,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await home[Symbol.asyncDispose]()
      await model[Symbol.asyncDispose]()
    },
  }
}

/** A test that is skipped where Claude Code can't be had, and says why. `place` is asked when it runs. */
export function claudeTest(
  place: () => OpenedClaude | null,
  name: string,
  run: (place: ClaudePlace) => Promise<void>,
): void {
  test(name, async (t) => {
    const opened = place()
    if (opened === null || 'problem' in opened) t.skip(`Claude Code could not be installed: ${opened?.problem ?? ''}`)
    else await run(opened)
  })
}

/** Types a line as a person would: the text, and Enter once it stands there. */
export async function typeInto({ home }: Pick<ClaudePlace, 'home'>, name: string, text: string): Promise<void> {
  await home.tmux('send-keys', '-t', `=${name}:`, '-l', '--', text)
  await until(`“${text}” on its screen`, async () => (await screenOf({ home }, name)).includes(text))
  await home.tmux('send-keys', '-t', `=${name}:`, 'Enter')
}

export function screenOf({ home }: Pick<ClaudePlace, 'home'>, name: string): Promise<string> {
  return home.tmux('capture-pane', '-p', '-t', `=${name}:`)
}

/** Settings of Claude Code and config.json of the service, written before either starts. */
export async function writeSettings(home: TestHome, settings: object, config: object): Promise<void> {
  await Promise.all([mkdir(join(home.userHome, '.claude')), mkdir(home.home, { mode: 0o700 })])
  await writeFile(join(home.userHome, '.claude/settings.json'), JSON.stringify(settings))
  await writeFile(join(home.home, 'config.json'), JSON.stringify(config), { mode: 0o600 })
}
