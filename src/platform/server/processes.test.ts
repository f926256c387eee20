import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { createListProcesses, parsePsLine } from './processes.ts'

const env = { PATH: process.env.PATH }

for (const [what, list] of [
  ['this machine’s own way', createListProcesses(env)],
  ['ps', createListProcesses(env, 'any other')],
] as const) {
  test(`${what} tells this process and its child, with memory and CPU time`, async () => {
    const child = spawn('sleep', ['100'])
    try {
      await once(child, 'spawn')
      const listed = await list()
      assert.ok(listed.ok)
      const own = listed.value.find(({ pid }) => pid === process.pid)
      assert.ok(own !== undefined && own.memoryBytes > 10_000_000 && own.parentPid === process.ppid)
      const other = listed.value.find(({ pid }) => pid === child.pid)
      assert.deepEqual([other?.parentPid, other?.name], [process.pid, 'sleep'])
      assert.ok((other?.cpuMs ?? -1) >= 0)
    } finally {
      child.kill('SIGKILL')
    }
  })
}

test('lines of ps of all systems are read', () => {
  const expected = { pid: 7, parentPid: 1, name: 'two words', memoryBytes: 2048 }
  for (const [time, cpuMs] of [
    ['0:03.50', 3500],
    ['01:02:03', 3_723_000],
    ['2-00:00:01', 172_801_000],
  ] as const) {
    assert.deepEqual(parsePsLine(`    7     1   2 ${time} /usr/bin/two words`), { ...expected, cpuMs })
  }
  assert.equal(parsePsLine(''), null)
})
