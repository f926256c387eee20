import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createOutputFiles } from './output-files.ts'
import { openStepOutput, type OutputChunk } from './step-output.ts'

test('after a kill a step goes on where its file ends, whatever the journal was told last', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-output-'))
  try {
    const files = createOutputFiles(home)
    const step = { runId: 'r', stepId: 's' }
    const chunks: OutputChunk[] = []
    const open = (bytes: number) =>
      openStepOutput({
        step,
        files,
        before: { tail: '', bytes },
        onChunk: (chunk) => chunks.push(chunk),
        onError: (error) => assert.fail(String(error)),
      })
    const killed = open(0)
    killed.line('one')
    killed.line('two')
    killed.close()
    const resumed = open(4)
    resumed.line('three')
    resumed.close()
    assert.deepEqual(
      chunks.map(({ offset, text }) => [offset, text]),
      [
        [0, 'one\ntwo\n'],
        [8, 'three\n'],
      ],
    )
    assert.equal(resumed.state().bytes, files.size(step))
  } finally {
    await rm(home, { recursive: true })
  }
})
