// A real model server for tests: llama.cpp with a tiny model of random weights, as a script beside the project sets it up.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { until } from './until.ts'

const run = promisify(execFile)

/** `install`, and `serve PORT [options…]`; it exits with 69 and a sentence where llama.cpp can't be had. */
const script = fileURLToPath(new URL('../../../shared/wire/model/llama.sh', import.meta.url))
/** A download of 13 MB. */
const installLimitMs = 120_000

/** The script that serves the model, installed now when it is not there yet; or why it can't be had. */
export type Installed = { readonly script: string } | { readonly problem: string }

export async function installLlama(): Promise<Installed> {
  try {
    await access(script)
    await run('sh', [script, 'install'], { timeout: installLimitMs })
    return { script }
  } catch (error) {
    const { stderr, message } = Object(error) as { stderr?: unknown; message?: unknown }
    const reason = typeof stderr === 'string' && stderr.trim() !== '' ? stderr : String(message)
    return { problem: reason.trim().split('\n').slice(-3).join(' ') }
  }
}

export interface Llama extends AsyncDisposable {
  /** Base address, the same after each start. */
  readonly url: string
  /** Serves from now on with this many tokens of context, to one request at a time. */
  readonly start: (contextTokens: number) => Promise<void>
  /** SIGKILL, and waits for the end. */
  readonly kill: () => Promise<void>
  /** Whether it generates at this moment. */
  readonly isBusy: () => Promise<boolean>
}

/** A server that is to be started. */
export async function openLlama(at: string): Promise<Llama> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null

  async function kill(): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  return {
    url: `${origin}/v1`,
    kill,
    async start(contextTokens) {
      await kill()
      const options = ['-c', String(contextTokens), '--parallel', '1']
      child = spawn('sh', [at, 'serve', String(port), ...options], { stdio: 'ignore' })
      await until('the model is loaded', async () => (await fetch(`${origin}/health`)).ok)
    },
    async isBusy() {
      const slots = (await (await fetch(`${origin}/slots`)).json()) as readonly { readonly is_processing: boolean }[]
      return slots.some(({ is_processing: busy }) => busy)
    },
    [Symbol.asyncDispose]: kill,
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
