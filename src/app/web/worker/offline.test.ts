import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesNamedIn, handlingOf, type Handling } from './offline.ts'

const origin = 'http://127.0.0.1:7420'

test('the worker answers for the files of the page alone, and never for the service', () => {
  const rows: [path: string, mode: string, Handling][] = [
    ['/assets/index-BERyvG2h.js', 'cors', 'asset'],
    ['/mode.js', 'no-cors', 'file'],
    ['/manifest.webmanifest', 'cors', 'file'],
    ['/icons/192.png', 'no-cors', 'file'],
    ['/', 'navigate', 'page'],
    ['/board?session=x', 'navigate', 'page'],
    ['/approvals/a1', 'navigate', 'page'],
    ['/api/sessions', 'cors', 'none'],
    ['/api/sessions/x/log?download=1', 'navigate', 'none'],
    ['/api', 'navigate', 'none'],
    ['/healthz', 'cors', 'none'],
    ['/worker.js', 'same-origin', 'none'],
  ]
  for (const [path, mode, handling] of rows)
    assert.equal(handlingOf({ url: origin + path, method: 'GET', mode }, origin), handling, path)
  assert.equal(handlingOf({ url: `${origin}/board`, method: 'POST', mode: 'navigate' }, origin), 'none')
  assert.equal(
    handlingOf({ url: 'https://elsewhere.example/assets/x.js', method: 'GET', mode: 'cors' }, origin),
    'none',
  )
})

test('what the page begins with stands in its document', () => {
  const html = `<link href="/layers.css"><script src="/theme.js"></script><script type="module" src="/assets/a.js"></script>
    <link rel="modulepreload" href="/assets/b.js"><link href="/layers.css"><a href="https://elsewhere.example/">x</a>`
  assert.deepEqual(filesNamedIn(html), ['/layers.css', '/theme.js', '/assets/a.js', '/assets/b.js'])
})
