// The reference for ingest: a bare node:http server that parses each body and answers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answer = JSON.stringify({ ok: true })
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': answer.length }
let parsed: unknown

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => (text += part))
  request.on('end', () => {
    parsed = JSON.parse(text)
    response.writeHead(parsed === null ? 400 : 200, headers).end(answer)
  })
})
// Its connections stay open while the other side is measured.
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
