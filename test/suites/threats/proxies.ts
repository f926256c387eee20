// Reverse proxies in front of a service, as people put them there: the real programs, with settings of a test's own.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestCertificate } from '../../../src/testing/certificate.testkit.ts'
import { root } from '../../support/entry.ts'
import { call } from '../../support/http.ts'
import { until } from '../../support/until.ts'

export interface Proxy extends AsyncDisposable {
  readonly port: number
}

export type ProxyKind = {
  readonly name: string
  /** Why it can't be tried here, or null. */
  readonly missing: string | null
  /** In front of the service on that port. */
  readonly start: (port: number) => Promise<Proxy>
}

const upgradeLines =
  'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection Upgrade;'

/** `marks` are lines that a person adds: without any it sends `Host: 127.0.0.1:<port>` and no mark of its own. */
function nginx(name: string, marks: string): ProxyKind {
  const program = ['nginx', '/usr/sbin/nginx'].find((one) => spawnSync(one, ['-v']).status === 0)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const start = async (port: number): Promise<Proxy> =>
    startProgram(program ?? 'nginx', (own, folder) => {
      const text = `
        daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
        events {}
        http {
          access_log off; underscores_in_headers on;
          ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
          server {
            listen 127.0.0.1:${own};
            location / { proxy_pass http://127.0.0.1:${port}; ${marks} }
            location /ws/ { proxy_pass http://127.0.0.1:${port}; ${marks} ${upgradeLines} }
          }
        }`
      return { text, args: (file) => ['-p', folder, '-c', file, '-e', join(folder, 'nginx.log')] }
    })
  return { name, start, missing: program === undefined ? notInstalled('nginx', 'nginx-light') : null }
}

/** What the guide tells to write, for one of the programs. */
export function settingsOfGuide(program: 'nginx' | 'caddy'): string {
  const guide = readFileSync(join(root, 'docs/guide/https.md'), 'utf8')
  const block = new RegExp(`^\`\`\`${program}\\n(?<text>.*?)^\`\`\``, 'ms').exec(guide)?.groups?.text
  if (block === undefined) throw new Error(`the guide has no settings of ${program}`)
  return block
}

/** nginx as the guide sets it up: with TLS, and with that certificate and these ports instead of the guide's. */
export function nginxOfGuide({ cert, key }: TestCertificate): ProxyKind {
  const { missing } = nginx('', '')
  const start = (port: number): Promise<Proxy> =>
    startProgram('nginx', (own, folder) => {
      writeFileSync(join(folder, 'cert.pem'), cert)
      writeFileSync(join(folder, 'key.pem'), key)
      const server = settingsOfGuide('nginx')
        .replace('listen 443 ssl', `listen 127.0.0.1:${own} ssl`)
        .replace(/ssl_certificate \S+;/, `ssl_certificate ${folder}/cert.pem;`)
        .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`)
        .replace('127.0.0.1:7420', `127.0.0.1:${port}`)
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const paths = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
      const text = `daemon off; master_process off; pid ${folder}/nginx.pid; events {}
        http { access_log off; ${paths} ${server} }`
      return { text, args: (file) => ['-p', folder, '-c', file, '-e', join(folder, 'nginx.log')], isTls: true }
    })
  return { name: 'nginx as the guide sets it up', start, missing }
}

function caddy(): ProxyKind {
  const isThere = spawnSync('caddy', ['version']).status === 0
  const start = async (port: number): Promise<Proxy> =>
    startProgram('caddy', (own) => ({
      text: `{
        admin off
        auto_https off
      }
      http://:${own} {
        bind 127.0.0.1
        reverse_proxy 127.0.0.1:${port}
      }`,
      args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    }))
  return { name: 'caddy', start, missing: isThere ? null : notInstalled('caddy', 'caddy') }
}

const notInstalled = (name: string, packageName: string): string =>
  `${name} is not installed: apt-get install ${packageName} brings it`

const passedOn = 'proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'

export const proxyKinds: readonly ProxyKind[] = [
  nginx('nginx with its defaults', ''),
  nginx('nginx that passes on Host and adds X-Forwarded-For', passedOn),
  caddy(),
]

type Settings = {
  readonly text: string
  readonly args: (file: string) => readonly string[]
  readonly isTls?: true
}

async function startProgram(program: string, settings: (own: number, folder: string) => Settings): Promise<Proxy> {
  const [port, folder] = await Promise.all([freePort(), mkdtemp(join(tmpdir(), 'orrery-proxy-'))])
  const { text, args, isTls } = settings(port, folder)
  const file = join(folder, 'settings')
  await writeFile(file, text)
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, args(file), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await until(`${program} answers`, () =>
      isTls === true ? canConnect(port) : call(port, 'GET /healthz').then(() => true),
    )
  } catch (error) {
    await end()
    throw new Error(said, { cause: error })
  }
  return { port, [Symbol.asyncDispose]: end }
}

function canConnect(port: number): Promise<true> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', reject)
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
