// A machine whose `ollama` is a shim: it parses the arguments that the real one has, and is answered by a model server that a
// test scripts, or that is a real one. What was asked of it is on record.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { linesOf, makeDevicePlace, type DevicePlace } from './device-place.ts'

/** What the model server says of a model, and how it answers a prompt: parts, each written as it is yielded. */
export type ScriptedModel = {
  readonly models: readonly string[]
  readonly shown?: object
  readonly answer: (prompt: string) => AsyncIterable<string> | Iterable<string>
}

/** The routes that the program and the daemon ask. Disposing ends it; connections are counted. */
export async function openOllamaServer(model: ScriptedModel) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    void answer(model, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function answer(model: ScriptedModel, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const part of request) body += String(part)
  const json = (status: number, value: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  const name = (): string => (JSON.parse(body) as { model: string }).model
  switch (request.url ?? '') {
    case '/api/version':
      return json(200, { version: '0.12.0' })
    case '/api/tags':
      return json(200, { models: model.models.map((each) => ({ name: each })) })
    case '/api/show':
      return model.models.includes(name()) ? json(200, model.shown ?? {}) : json(404, { error: 'model not found' })
    case '/api/generate':
      response.writeHead(200, { 'content-type': 'text/plain' })
      for await (const part of model.answer((JSON.parse(body) as { prompt: string }).prompt)) {
        const isTaken = response.write(part)
        // Who goes away wants no more: the answer is broken off.
        if (response.destroyed) return
        if (!isTaken) await taken(response)
      }
      response.end()
      return
    default:
      return json(404, {})
  }
}

/** Resolves when there is room again, or nobody who reads. */
async function taken(response: ServerResponse): Promise<void> {
  const either = new AbortController()
  const { signal } = either
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
  either.abort()
}

/** The arguments of `ollama run`, as its own help has them: what it does not know ends it, as there. */
const shim = `
const { argv, env, stdin, stdout, stderr, pid } = process
const { appendFileSync } = await import('node:fs')
const note = (what) => appendFileSync(env.HOME + '/ollama-calls', JSON.stringify(what) + '\\n')
const [command, model, ...flags] = argv.slice(1)
if (command !== 'run' || model === undefined || model.startsWith('-')) { stderr.write('Error: requires a model\\n'); process.exit(1) }
const seen = {}
for (let at = 0; at < flags.length; at += 1) {
  const flag = flags[at]
  if (['--nowordwrap', '--hidethinking', '--verbose', '--insecure'].includes(flag)) seen[flag] = true
  else if (['--format', '--keepalive', '--think'].includes(flag)) seen[flag] = flags[at += 1]
  else { stderr.write('Error: unknown flag: ' + flag + '\\n'); process.exit(1) }
}
let prompt = ''
for await (const part of stdin) prompt += part
note({ pid, model, flags: seen, prompt, environment: Object.keys(env).toSorted() })
stderr.write('\\u001b[?25l\\u280b \\u001b[K')
const server = 'http://' + (env.OLLAMA_HOST ?? '127.0.0.1:11434')
const answer = await fetch(server + '/api/generate', { method: 'POST', body: JSON.stringify({ model, prompt }) }).catch(() => null)
if (answer === null || !answer.ok) { stderr.write('Error: could not connect to a running Ollama instance\\n'); process.exit(1) }
for await (const part of answer.body) if (!stdout.write(part)) await new Promise((go) => stdout.once('drain', go))
if (seen['--nowordwrap'] !== true) stdout.write('\\u001b[1A')
`

export type OllamaCall = {
  readonly pid: number
  readonly model: string
  readonly flags: Readonly<Record<string, unknown>>
  readonly prompt: string
  readonly environment: readonly string[]
}

export type AssistantPlace = DevicePlace & { readonly calls: () => readonly OllamaCall[] }

/** `host` is its OLLAMA_HOST. */
export async function makeAssistantPlace(host: string, more: Record<string, string> = {}): Promise<AssistantPlace> {
  const place = await makeDevicePlace({ OLLAMA_HOST: host, ...more })
  place.install(
    'ollama',
    `exec '${process.execPath}' --input-type=module -e "$(cat <<'SHIM'\n${shim}\nSHIM\n)" -- "$@"`,
  )
  const path = join(place.userHome, 'ollama-calls')
  return { ...place, calls: () => linesOf(path).map((line) => JSON.parse(line) as OllamaCall) }
}

/** Whether a process is still counted by the system. */
export function isThere(pid: number): boolean {
  try {
    // A dead one that nobody has looked after yet is no process any more.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
