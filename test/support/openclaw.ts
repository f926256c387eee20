// The real OpenClaw for tests: installed once outside the project, its gateway started in a home of its own.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { WebSocket } from 'ws'
import { gatewayAgent } from '#base/harness/gateway-agent.ts'
import { until } from './until.ts'

const run = promisify(execFile)

/** The version whose protocol was studied; a newer one is tried by changing its adapter. */
const version = gatewayAgent.tried
/** It runs on a newer Node than ours, which comes from npm as well. */
const packages = ['node@26', `openclaw@${version}`]
/** A download of about 250 MB that unpacks to 790. */
const installLimitMs = 400_000
/** A call of the command takes a second, and many on a busy machine. */
const commandLimitMs = 90_000
const startLimitMs = 300_000

/** The folder that holds `openclaw`, installed now when it is not there yet; or why it can't be had. */
export type Installed = { readonly bin: string } | { readonly problem: string }

export async function installOpenclaw(): Promise<Installed> {
  const prefix = process.env.CLIENTS_PREFIX ?? join(homedir(), '.cache/orrery-clients')
  const folder = join(prefix, 'openclaw')
  const bin = join(folder, 'node_modules/.bin')
  if (await works(bin)) return { bin }
  try {
    await mkdir(prefix, { recursive: true })
    await install(prefix, folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: reason.trim().split('\n').slice(0, 3).join(' ') }
  }
  return (await works(bin)) ? { bin } : { problem: `${folder} holds no working ${version}` }
}

async function works(bin: string): Promise<boolean> {
  const home = await mkdtemp('/tmp/orrery-oc-')
  try {
    const { stdout } = await run(join(bin, 'openclaw'), ['--version'], {
      timeout: commandLimitMs,
      env: variables(bin, home),
    })
    return stdout.includes(version)
  } catch {
    // Not there, or no program for this machine.
    return false
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** In a folder of its own first, so that an install that was broken off is never taken for a whole one. */
async function install(prefix: string, folder: string): Promise<void> {
  const staging = await mkdtemp(join(prefix, 'openclaw-'))
  try {
    await writeFile(join(staging, 'package.json'), '{"private":true}\n')
    const path = [join(staging, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
    const options = { cwd: staging, env: { ...process.env, PATH: path }, timeout: installLimitMs }
    const flags = ['--no-audit', '--no-fund', '--loglevel=error']
    for (const name of packages) await run('npm', ['install', ...flags, name], options)
    await rm(folder, { recursive: true, force: true })
    await rename(staging, folder)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

function variables(bin: string, home: string): Record<string, string> {
  return { PATH: [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter), HOME: home, TERM: 'dumb', NO_COLOR: '1' }
}

export const gatewayToken = 'token-of-a-test'

export interface Openclaw extends AsyncDisposable {
  readonly port: number
  readonly bin: string
  /** HOME of the gateway; its openclaw.json holds the token. */
  readonly home: string
  readonly start: () => Promise<void>
  /** SIGTERM, and waits for the end. */
  readonly stop: () => Promise<void>
  /** Asks the gateway by its socket, which is quicker than by its command; rejects with its error. */
  readonly ask: (method: string, params: object) => Promise<Record<string, unknown>>
}

/** A gateway that is set up to use the model at `modelUrl`; start it. */
export async function openOpenclaw(bin: string, home: string, modelUrl: string): Promise<Openclaw> {
  const port = await freePort()
  await mkdir(join(home, '.openclaw'), { recursive: true })
  await writeFile(
    join(home, '.openclaw/openclaw.json'),
    JSON.stringify(settings({ port, modelUrl, workspace: join(home, 'ws') })),
  )
  let child: ChildProcess | null = null
  let output = ''

  async function stop(): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child?.kill('SIGKILL'), 20_000)
    await ended
    clearTimeout(timer)
  }

  const ask: Openclaw['ask'] = (method, params) => askSocket(port, method, params)
  return {
    port,
    bin,
    home,
    ask,
    async start() {
      child = spawn('openclaw', ['gateway', 'run'], {
        env: variables(bin, home),
        cwd: home,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part: Buffer) => (output += part.toString()))
      await until(
        `the gateway is ready: ${output.slice(-500)}`,
        async () => (await ask('cron.status', {})).enabled,
        startLimitMs,
      )
    },
    stop,
    [Symbol.asyncDispose]: stop,
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

function settings({ port, modelUrl, workspace }: { port: number; modelUrl: string; workspace: string }): object {
  const model = { id: 'fake-model', name: 'Fake', contextWindow: 128_000, maxTokens: 4096 }
  return {
    gateway: { mode: 'local', port, bind: 'loopback', auth: { mode: 'token', token: gatewayToken } },
    agents: { defaults: { model: { primary: 'fake/fake-model' }, workspace, skipBootstrap: true } },
    cron: { webhookSsrfPolicy: { allowedHostnames: ['127.0.0.1'] } },
    models: { providers: { fake: { baseUrl: modelUrl, apiKey: 'sk-x', api: 'openai-completions', models: [model] } } },
  }
}

type Frame = {
  readonly event?: string
  readonly id?: string
  readonly ok?: boolean
  readonly payload?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

/** One connection for one question. */
async function askSocket(port: number, method: string, params: object): Promise<Record<string, unknown>> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  const send = (id: string, name: string, what: object): void =>
    socket.send(JSON.stringify({ type: 'req', id, method: name, params: what }))
  try {
    return await new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('the gateway closed the connection')))
      socket.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as Frame
        if (frame.event === 'connect.challenge') send('hello', 'connect', greeting)
        if (frame.id === undefined) return
        if (frame.ok !== true) reject(new Error(frame.error?.message ?? 'refused'))
        else if (frame.id === 'hello') send('question', method, params)
        else resolve(frame.payload ?? {})
      })
    })
  } finally {
    socket.terminate()
  }
}

const greeting = {
  minProtocol: 4,
  maxProtocol: 4,
  client: { id: 'gateway-client', version: '0.0.0', platform: 'linux', mode: 'backend' },
  role: 'operator',
  scopes: ['operator.read', 'operator.write', 'operator.admin'],
  caps: [],
  auth: { token: gatewayToken },
}
