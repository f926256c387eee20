import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { startTestServer, type TestServer } from './testing/test-server.ts'

const index = '<!doctype html><title>Orrery</title><script type="module" src="/assets/index-B3fK9xQ2.js"></script>'
const script = `console.log(${JSON.stringify('x'.repeat(4000))})`

let folder: string
let server: TestServer
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-page-'))
  const page = join(folder, 'web')
  await mkdir(join(page, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(page, 'index.html'), index)
  await writeFile(join(page, 'sw.js'), '// worker')
  await writeFile(join(page, '.hidden'), 'secret')
  await writeFile(join(page, 'assets/index-B3fK9xQ2.js'), script)
  await writeFile(join(page, 'assets/plain.css'), 'a{}')
  await symlink(join(folder, 'secret.txt'), join(page, 'link.txt'))
  await symlink(folder, join(page, 'up'))
  server = await startTestServer({ pageFolder: page })
})
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Sends the path exactly as written, which fetch would tidy up. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: server.port, host: '127.0.0.1', path, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('every view of the page is index.html, which is asked for anew each time', async () => {
  for (const path of ['/', '/board', '/sessions/abc?x=1', '/vault/setup', '/board/', '//board']) {
    const answer = await get(path)
    assert.equal(answer.status, 200, path)
    assert.equal(answer.body.toString(), index)
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'no-cache')
  }
})

test('the page runs nothing inline, nothing foreign, and in nobody’s frame', async () => {
  const { headers } = await get('/')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.equal(/unsafe|\*|http/.test(policy), false)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  assert.equal(headers['strict-transport-security'], undefined)
})

test('assets named by their content are kept for ever, others are asked for anew', async () => {
  const hashed = await get('/assets/index-B3fK9xQ2.js')
  assert.equal(hashed.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(hashed.headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal((await get('/assets/plain.css')).headers['cache-control'], 'no-cache')
  assert.equal((await get('/sw.js')).headers['cache-control'], 'no-cache')
  const etag = String(hashed.headers.etag)
  assert.equal((await get('/assets/index-B3fK9xQ2.js', { 'if-none-match': etag })).status, 304)
})

test('text is compressed for those who take it', async () => {
  const path = '/assets/index-B3fK9xQ2.js'
  const packed = await get(path, { 'accept-encoding': 'gzip, br' })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.ok(packed.body.length < 500)
  assert.equal(gunzipSync(packed.body).toString(), script)
  for (const encoding of ['', 'br', 'gzip;q=0']) {
    const plain = await get(path, { 'accept-encoding': encoding })
    assert.equal(plain.headers['content-encoding'], undefined, encoding)
    assert.equal(plain.body.toString(), script)
  }
})

test('a missing asset, a hidden file and whatever lies outside the folder are not found', async () => {
  const paths = [
    '/assets/missing.js',
    '/favicon.ico',
    '/.hidden',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/....//secret.txt',
    '/link.txt',
    '/up/secret.txt',
    '/index.html/x.txt',
    '/secret.txt%00.js',
    `/${'a'.repeat(300)}.js`,
  ]
  for (const path of paths) {
    const answer = await get(path)
    assert.equal(answer.status, 404, path)
    assert.equal(answer.body.includes('secret.txt') && answer.body.toString() === 'secret', false)
  }
})

test('paths of programs are never answered with the page', async () => {
  for (const path of ['/api/nothing', '/api', '/ws/nothing']) assert.equal((await get(path)).status, 404, path)
  assert.equal((await get('/mcp')).status, 401)
})

test('the page is only read', async () => {
  assert.equal((await get('/', {}, 'HEAD')).status, 200)
  assert.equal((await get('/board', {}, 'HEAD')).body.length, 0)
  for (const path of ['/', '/board', '/sw.js']) {
    const answer = await get(path, {}, 'POST')
    assert.equal(answer.status, 405, path)
    assert.equal(answer.headers.allow, 'GET, HEAD')
  }
  assert.equal((await get('/missing.js', {}, 'POST')).status, 404)
})

test('a rebuilt file is served as it is then', async () => {
  await get('/assets/plain.css')
  await writeFile(join(folder, 'web/assets/plain.css'), 'b{color:red}')
  assert.equal((await get('/assets/plain.css')).body.toString(), 'b{color:red}')
})

test('without a built page a person reads how to build it', async (t) => {
  for (const pageFolder of [null, join(folder, 'nowhere')]) {
    const bare = await startTestServer({ pageFolder })
    t.after(() => bare.stop())
    const answer = await fetch(`${bare.url}/`)
    assert.equal(answer.status, 503)
    assert.match(await answer.text(), /npm run build/)
  }
})
