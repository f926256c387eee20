// The real Claude Code for tests: installed once outside the project, and set up so that it asks nothing.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { codeAgent } from '#base/harness/code-agent.ts'
import type { Variables } from './home.ts'
import { isKnownToWork } from './known-to-work.ts'

const run = promisify(execFile)

/** The version whose hooks were studied; a newer one is tried by changing its adapter. */
const version = codeAgent.tried
const packageName = '@anthropic-ai/claude-code'
/** A download of about 100 MB. */
const installLimitMs = 150_000
const answerLimitMs = 15_000

/** The folder that holds `claude`, installed now when it is not there yet; or why it can't be had. */
export type Installed = { readonly bin: string } | { readonly problem: string }

export async function installClaude(): Promise<Installed> {
  const prefix = process.env.CLIENTS_PREFIX ?? join(homedir(), '.cache/orrery-clients')
  const folder = join(prefix, 'claude')
  const answers = () => isKnownToWork(folder, version, () => works(folder))
  if (await answers()) return { bin: binOf(folder) }
  try {
    await mkdir(prefix, { recursive: true })
    await install(prefix, folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: reason.trim().split('\n').slice(0, 3).join(' ') }
  }
  return (await answers()) ? { bin: binOf(folder) } : { problem: `${folder} holds no working ${version}` }
}

const binOf = (folder: string): string => join(folder, 'node_modules/.bin')

async function works(folder: string): Promise<boolean> {
  try {
    const options = { timeout: answerLimitMs, env: quiet(folder) }
    return (await run(join(binOf(folder), 'claude'), ['--version'], options)).stdout.startsWith(version)
  } catch {
    // Not there, or no program for this machine.
    return false
  }
}

/** Asking for the version must not write into the home of whoever runs the tests. */
const quiet = (home: string): Record<string, string> => ({ PATH: process.env.PATH ?? '', HOME: home })

/** In a folder of its own first, so that an install that was broken off is never taken for a whole one. */
async function install(prefix: string, folder: string): Promise<void> {
  const staging = await mkdtemp(join(prefix, 'claude-'))
  try {
    await writeFile(join(staging, 'package.json'), '{"private":true}\n')
    // Its install script wants a Node that is newer than some systems' own.
    const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
    const options = { cwd: staging, env, timeout: installLimitMs }
    const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
    await run('npm', ['install', ...flags, `${packageName}@${version}`], options)
    // Where npm is set to skip install scripts.
    if (!(await works(staging)))
      await run(process.execPath, [join(staging, 'node_modules', packageName, 'install.cjs')], options)
    await rm(folder, { recursive: true, force: true })
    await rename(staging, folder)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const apiKey = 'sk-ant-of-a-test-0000000000000000000000'

/** Variables of a service whose agents are to find `claude` and the model. */
export function claudeVariables(bin: string, modelUrl: string): Variables {
  return {
    PATH: [bin, process.env.PATH].join(delimiter),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: apiKey,
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }
}

/** Answers beforehand what Claude Code asks when it first runs: the look, the key, and whether it trusts the folder. */
export async function settleClaude(userHome: string, project: string): Promise<void> {
  const settled = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  }
  await writeFile(join(userHome, '.claude.json'), JSON.stringify(settled))
}
