// Other engines, installed into a folder outside of the tree for as long as they are measured.
import { execFile, type ExecFileException } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hold } from './held.ts'
import { root, temporaryFolder } from './service.ts'

const execute = promisify(execFile)
/** A registry that does not answer by then is not there. */
const installLimitMs = 120_000
const runLimitMs = 120_000

export type Peer = AsyncDisposable & {
  readonly version: string
  /** Milliseconds that one run took. */
  readonly measure: (args: readonly string[]) => Promise<number>
}

/** Rejects with a sentence when it can't be installed. */
export async function installPeer(name: string): Promise<Peer> {
  const folder = temporaryFolder()
  try {
    writeFileSync(join(folder.path, 'package.json'), '{ "private": true }')
    const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts', name]
    await execute('npm', npm, { cwd: folder.path, timeout: installLimitMs })
    const script = join(folder.path, `${name}.mjs`)
    copyFileSync(join(root, 'bench/peers', `${name}.mjs`), script)
    const manifest = readFileSync(join(folder.path, 'node_modules', name, 'package.json'), 'utf8')
    const { version } = JSON.parse(manifest) as { readonly version: string }
    const measure = async (args: readonly string[]): Promise<number> => {
      const { stdout } = await execute(process.execPath, [script, ...args], { cwd: folder.path, timeout: runLimitMs })
      return (JSON.parse(stdout) as { readonly ms: number }).ms
    }
    return hold({ version, measure }, async () => folder[Symbol.asyncDispose]())
  } catch (error) {
    await folder[Symbol.asyncDispose]()
    throw new Error(`${name} could not be installed: ${reasonOf(error)}`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const stderr = (error as ExecFileException | null)?.stderr?.trim().split('\n')[0]
  return stderr ?? String(error)
}
