import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAddress } from './address.testkit.ts'
import { closePanel, followInPanel, followLink, hrefOfPanel, openPanel } from './panel-url.ts'

test('a panel stands in the address, and Back closes it', () => {
  const { href, length } = openAddress('/board?q=fix')
  openPanel('session', 's 1')
  assert.equal(href(), '/board?q=fix&session=s+1')
  assert.equal(length(), 2)
  history.back()
  assert.equal(href(), '/board?q=fix')
})

test('a panel that is opened from another is a step: Back shows the first again', () => {
  const { href, length } = openAddress('/board')
  openPanel('session', 's1')
  openPanel('task', 'T-1')
  assert.deepEqual([href(), length()], ['/board?task=T-1', 3])
  openPanel('task', 'T-1')
  assert.deepEqual([href(), length()], ['/board?task=T-1', 3])
  history.back()
  assert.equal(href(), '/board?session=s1')
})

test('an open panel follows the focus without a step; none is opened by it', () => {
  const { href, length } = openAddress('/board')
  followInPanel('task', 'T-1')
  assert.deepEqual([href(), length()], ['/board', 1])
  openPanel('session', 's1')
  followInPanel('task', 'T-1')
  assert.deepEqual([href(), length()], ['/board?task=T-1', 2])
})

test('closing a panel that was opened here goes back, one that came with the address leaves the address', () => {
  const opened = openAddress('/board?q=fix')
  openPanel('task', 'T-1')
  openPanel('session', 's1')
  closePanel()
  assert.deepEqual([opened.href(), opened.length()], ['/board?q=fix', 1])
  const deeper = openAddress('/board?task=T-1')
  openPanel('session', 's1')
  closePanel()
  assert.deepEqual([deeper.href(), deeper.length()], ['/board', 1])
  const came = openAddress('/board?q=fix&task=T-1')
  closePanel()
  assert.deepEqual([came.href(), came.length()], ['/board?q=fix', 1])
  const alone = openAddress('/triage?why=T-1')
  closePanel()
  assert.equal(alone.href(), '/triage')
})

test('a link to a panel opens it over the page with its words, in the place of an open one; they go with it', () => {
  const { href, length } = openAddress('/search?q=key')
  followLink('/board?session=s1&words=idempotency+key')
  assert.deepEqual([href(), length()], ['/search?q=key&session=s1&words=idempotency+key', 2])
  followLink('/board?task=T-1&words=key')
  assert.deepEqual([href(), length()], ['/search?q=key&task=T-1&words=key', 2])
  closePanel()
  assert.deepEqual([href(), length()], ['/search?q=key', 1])
  const came = openAddress('/board?session=s1&words=key')
  openPanel('task', 'T-1')
  assert.equal(came.href(), '/board?task=T-1')
  const left = openAddress('/board?session=s1&words=key')
  closePanel()
  assert.equal(left.href(), '/board')
  const elsewhere = openAddress('/search?q=key')
  followLink('/strands/nightly/runs/1?words=key')
  assert.equal(elsewhere.href(), '/strands/nightly/runs/1?words=key')
})

test('a link leads to the panel on its own page', () => {
  assert.equal(hrefOfPanel('session', 's 1'), '/board?session=s+1')
  assert.equal(hrefOfPanel('triage-run', '7'), '/triage?triage-run=7')
})
