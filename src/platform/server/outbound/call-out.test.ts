// Calls to the outside, against a server of our own with a certificate that this test trusts.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { testCertificate } from '../../../testing/certificate.testkit.ts'
import { callOut, type Resolve } from './call-out.ts'

const certificate = testCertificate(['hooks.example'])
const asked: { readonly host: string; readonly body: string }[] = []
let answer = (_request: IncomingMessage, response: ServerResponse): void => void response.end('fine')
let server: Server
let port = 0

before(async () => {
  setDefaultCACertificates([...getCACertificates(), certificate.cert])
  server = createServer(certificate, (request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      asked.push({ host: request.headers.host ?? '', body })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
after(() => void server.close())

const call = (url: string, privateTargets: readonly string[] = [], resolve?: Resolve) =>
  callOut({ url, headers: { 'content-type': 'text/plain' }, body: 'hello', privateTargets }, resolve)
const codeOf = async (called: ReturnType<typeof call>): Promise<string> => {
  const told = await called
  return told.ok ? String(told.value.status) : told.error.code
}

test('what is listed is reached, by its name, and read to its end', async () => {
  asked.length = 0
  const told = await call(`https://hooks.example:${port}/a`, ['127.0.0.0/8'], async () => ['127.0.0.1'])
  assert.deepEqual(told, { ok: true, value: { status: 200, retryAfter: null, text: 'fine' } })
  assert.deepEqual(asked, [{ host: `hooks.example:${port}`, body: 'hello' }])
})

test('nothing is sent to what is private and not listed, by name, by address, or by one of several', async () => {
  asked.length = 0
  assert.equal(await codeOf(call(`https://127.0.0.1:${port}/`)), 'forbidden')
  assert.equal(await codeOf(call(`https://[::ffff:127.0.0.1]:${port}/`)), 'forbidden')
  assert.equal(await codeOf(call(`https://2130706433:${port}/`)), 'forbidden')
  assert.equal(await codeOf(call(`https://localhost:${port}/`)), 'forbidden')
  const both: Resolve = async () => ['93.184.216.34', '127.0.0.1']
  assert.equal(await codeOf(call(`https://hooks.example:${port}/`, [], both)), 'forbidden')
  assert.deepEqual(asked, [])
})

test('a name that leads inside at its second look is not looked at twice', async () => {
  asked.length = 0
  const looks: string[] = []
  const rebinding: Resolve = async (hostName) => {
    looks.push(hostName)
    return looks.length === 1 ? ['127.0.0.1'] : ['127.0.0.2']
  }
  assert.equal(await codeOf(call(`https://hooks.example:${port}/`, ['127.0.0.1'], rebinding)), '200')
  assert.deepEqual([looks, asked.length], [['hooks.example'], 1])
  const inside: Resolve = async () => ['127.0.0.1']
  assert.equal(await codeOf(call(`https://hooks.example:${port}/`, [], inside)), 'forbidden')
})

test('only https is called, and nothing that names a user', async () => {
  for (const url of [`http://127.0.0.1:${port}/`, `https://me:secret@127.0.0.1:${port}/`, 'file:///etc/passwd', 'no'])
    assert.equal(await codeOf(call(url, ['127.0.0.1'])), 'forbidden', url)
})

test('a redirect is an answer like any other', async () => {
  asked.length = 0
  answer = (_request, response) => void response.writeHead(302, { location: `https://127.0.0.1:${port}/b` }).end()
  assert.equal(await codeOf(call(`https://127.0.0.1:${port}/a`, ['127.0.0.1'])), '302')
  assert.equal(asked.length, 1)
})

test('of an answer without end the beginning is taken', async () => {
  answer = (_request, response) => {
    response.writeHead(200)
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(4096)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  const told = await call(`https://127.0.0.1:${port}/a`, ['127.0.0.1'])
  assert.equal(told.ok && told.value.text.length, 16 * 1024)
})

test('what does not answer is said in words', async () => {
  answer = (_request, response) => void response.destroy()
  assert.deepEqual(await call(`https://127.0.0.1:${port}/a`, ['127.0.0.1']), {
    ok: false,
    error: { code: 'unreachable', reason: "can't be reached: it hung up", hint: 'It may work later.' },
  })
})
