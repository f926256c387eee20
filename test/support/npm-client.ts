// Real agent programs from npm for tests: each installed once outside the project, one version each.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { codex } from '#base/harness/codex.ts'
import { gemini } from '#base/harness/gemini.ts'
import { opencode } from '#base/harness/opencode.ts'
import { isKnownToWork } from './known-to-work.ts'

const run = promisify(execFile)

const clients = {
  codex: { package: '@openai/codex', version: codex.tried },
  gemini: { package: '@google/gemini-cli', version: gemini.tried },
  opencode: { package: 'opencode-ai', version: opencode.tried },
} as const

/** A download of up to 150 MB. */
const installLimitMs = 150_000
const answerLimitMs = 60_000

/** The folder that holds the program, installed now when it is not there yet; or why it can't be had. */
export async function installNpmClient(
  name: keyof typeof clients,
): Promise<{ readonly bin: string } | { readonly problem: string }> {
  const prefix = process.env.CLIENTS_PREFIX ?? join(homedir(), '.cache/orrery-clients')
  const folder = join(prefix, `${name}-${clients[name].version}`)
  const bin = join(folder, 'node_modules/.bin')
  const answers = () => isKnownToWork(folder, clients[name].version, () => works(name, bin))
  if (await answers()) return { bin }
  try {
    await mkdir(prefix, { recursive: true })
    await install(name, { prefix, folder })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: reason.trim().split('\n').slice(0, 3).join(' ') }
  }
  return (await answers()) ? { bin } : { problem: `${folder} holds no working ${name}` }
}

async function works(name: keyof typeof clients, bin: string): Promise<boolean> {
  const home = await mkdtemp('/tmp/orrery-client-')
  try {
    const env = { PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), HOME: home, TMPDIR: home }
    const { stdout } = await run(join(bin, name), ['--version'], { timeout: answerLimitMs, env })
    return stdout.includes(clients[name].version)
  } catch {
    // Not there, or no program for this machine.
    return false
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** In a folder of its own first, so that an install that was broken off is never taken for a whole one. */
async function install(name: keyof typeof clients, { prefix, folder }: { prefix: string; folder: string }) {
  const staging = await mkdtemp(join(prefix, `${name}-`))
  try {
    await writeFile(join(staging, 'package.json'), '{"private":true}\n')
    const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
    const { package: from, version } = clients[name]
    await run('npm', ['install', ...flags, `${from}@${version}`], { cwd: staging, timeout: installLimitMs })
    await rm(folder, { recursive: true, force: true })
    await rename(staging, folder)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}
