import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelServerOf, readGpus } from './host-texts.ts'

test('graphics cards are read from the lines of nvidia-smi', () => {
  const text = 'NVIDIA GeForce RTX 4090, 24564, 17408\nTesla T4, 15360, 15000\nNo devices were found\n\n'
  const mebibyte = 1024 ** 2
  assert.deepEqual(readGpus(text), [
    { name: 'NVIDIA GeForce RTX 4090', total_memory: 24_564 * mebibyte, free_memory: 17_408 * mebibyte },
    { name: 'Tesla T4', total_memory: 15_360 * mebibyte, free_memory: 15_000 * mebibyte },
  ])
  assert.deepEqual(readGpus(''), [])
})

test('the model server is where OLLAMA_HOST says', () => {
  const rows: [string | null, string | null, string | null][] = [
    [null, 'http://127.0.0.1:11434', '127.0.0.1'],
    ['127.0.0.1', 'http://127.0.0.1:11434', '127.0.0.1'],
    ['0.0.0.0:9', 'http://127.0.0.1:9', '127.0.0.1'],
    [':9', 'http://127.0.0.1:9', '127.0.0.1'],
    ['[::1]:9', 'http://[::1]:9', '::1'],
    ['https://Models.Example', 'https://models.example:443', 'models.example'],
    ['http://box/', 'http://box:80', 'box'],
    ['http://box/path', null, null],
    ['user@box', 'http://user@box:11434', 'user@box'],
  ]
  for (const [host, origin, hostname] of rows) {
    const server = modelServerOf(host)
    assert.deepEqual([server?.origin ?? null, server?.hostname ?? null], [origin, hostname], String(host))
  }
})
