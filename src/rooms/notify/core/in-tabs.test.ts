import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShownNotification } from '../contract.ts'
import { newsOf } from './in-tabs.ts'

const shown = (tag: string, at: string, isSilent = false): ShownNotification => ({
  id: tag,
  tag,
  kind: 'failed',
  title: tag,
  text: '',
  link: '/',
  ask: null,
  told_at: at,
  is_silent: isSilent,
})

test('what is newer than the last call calls, what is silent only replaces what stands there', () => {
  const all = [shown('a', '1'), shown('b', '3'), shown('c', '4', true), shown('d', '4', true), shown('e', '2')]
  const { calls, quiet, last } = newsOf(all, { lastTold: '1', open: new Set(['c']) })
  assert.deepEqual([calls.map(({ tag }) => tag), quiet.map(({ tag }) => tag), last], [['b', 'e'], ['c'], '3'])
  assert.deepEqual(newsOf(all, { lastTold: '3', open: new Set() }), { calls: [], quiet: [], last: '3' })
})
