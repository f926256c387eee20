// A program of another user of this machine, which sends the requests that a test dictates.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A user that no system gives to anybody. */
const strangerUid = 54_321

export type Sent = {
  readonly port: number
  readonly method: string
  readonly path: string
  readonly json: object | null
  readonly token: string | null
}
export type Seen = { readonly status: number; readonly text: string }

export interface Stranger extends AsyncDisposable {
  ask(request: Sent): Promise<Seen>
  /** Opens a socket and types a line once it is open; the status is 101, or the refusal's. */
  type(request: Sent & { readonly line: string }): Promise<Seen>
}

/** Why there can be no stranger here, or null. */
export function whyNoStranger(): string | null {
  if (process.platform !== 'linux') return 'only Linux tells whose program asks'
  if (process.geteuid?.() !== 0) return 'only root may start a program as another user'
  const tried = spawnSync(process.execPath, ['-e', ''], { uid: strangerUid, gid: strangerUid, cwd: '/' })
  return tried.status === 0 ? null : 'another user may not run this Node'
}

/** As whoever runs the tests, or as another user. */
export function openRequester(who: 'ourselves' | 'stranger'): Stranger {
  const user = who === 'stranger' ? { uid: strangerUid, gid: strangerUid, cwd: '/', env: {} } : {}
  const child = spawn(process.execPath, ['-e', program], { ...user, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const send = async (request: object): Promise<Seen> => {
    const answered = once(lines, 'line')
    child.stdin.write(`${JSON.stringify(request)}\n`)
    const [line] = (await answered) as [string]
    return JSON.parse(line) as Seen
  }
  return {
    ask: send,
    type: send,
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await once(child, 'close')
    },
  }
}

/** One request a line, one answer a line, each on a connection of its own. */
const program = `
const http = require('node:http')
const ask = ({ port, method, path, json, token, line }) => new Promise((resolve) => {
  const body = json === null ? '' : JSON.stringify(json)
  const headers = json === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  headers.accept = 'application/json, text/event-stream'
  if (token !== null) headers.authorization = 'Bearer ' + token
  if (line !== undefined) {
    Object.assign(headers, { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'x'.repeat(22) + '==' })
  }
  const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
    let text = ''
    answer.on('data', (part) => (text += part)).on('end', () => resolve({ status: answer.statusCode, text }))
  })
  request.on('error', (error) => resolve({ status: 0, text: String(error) }))
  request.on('upgrade', (answer, socket, first) => {
    const typed = Buffer.from(line + '\\r')
    let shown = ''
    let isSent = false
    // A terminal that shows nothing of the line has not taken it.
    const limit = setTimeout(() => socket.destroy(), 5000)
    socket.on('error', () => {})
    const take = (part) => {
      shown += part.toString('latin1')
      if (!isSent && shown.includes('"ready"')) {
        isSent = true
        socket.write(Buffer.concat([Buffer.from([0x82, 0x80 | typed.length, 0, 0, 0, 0]), typed]))
      }
      if (isSent && shown.includes('touch')) socket.destroy()
    }
    socket.on('data', take)
    take(first)
    socket.on('close', () => {
      clearTimeout(limit)
      resolve({ status: 101, text: '' })
    })
  })
  request.end(body)
})
require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
  process.stdout.write(JSON.stringify(await ask(JSON.parse(line))) + '\\n')
})
`
