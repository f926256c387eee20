// A page's answers are held against the schemas of their routes, so that a journey fails where the two part.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRoute, readBoundRoutes } from '../../support/bound-routes.ts'
import { judgeAnswer } from '../../support/watch-wire.ts'

const type = 'application/json; charset=utf-8'
const version = { status: 200, type, text: JSON.stringify({ version: 1 }) }
const routes = await readBoundRoutes()

test('the bound routes of every room are found, and the one with more words of its own goes first', () => {
  assert.ok(routes.length >= 30, `${routes.length} routes`)
  assert.equal(findRoute(routes, 'GET', '/api/tasks/T-1')?.path, '/api/tasks/:id')
  assert.equal(findRoute(routes, 'POST', '/api/tasks/import')?.path, '/api/tasks/import')
  assert.equal(findRoute(routes, 'GET', '/api/tasks/T-1/none'), null)
})

test('an answer in another form than its route declares is a fault, and so is one that no route declares', () => {
  const route = findRoute(routes, 'GET', '/api/version')
  assert.match(judgeAnswer(route, version) ?? '', /expected string/)
  assert.equal(judgeAnswer(null, version), 'no bound route declares it')
  assert.match(judgeAnswer(route, { ...version, type: 'text/html' }) ?? '', /promises JSON/)
  assert.match(judgeAnswer(route, { ...version, text: '{' }) ?? '', /^no JSON/)
})

test('a refusal is held against the one shape of errors', () => {
  const refused = {
    status: 404,
    type,
    text: JSON.stringify({ ok: false, error: 'not_found', reason: 'There is none.' }),
  }
  assert.equal(judgeAnswer(null, refused), null)
  assert.match(judgeAnswer(null, { ...refused, text: '{"message":"none"}' }) ?? '', /reason/)
})
