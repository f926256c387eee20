import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { makeAuthoringHome } from './authoring.testkit.ts'

/** A service that runs one endless step, which tells its process id and that of a program it started. */
const service = `
  const { createStrandSource } = await import(${JSON.stringify(join(import.meta.dirname, 'create-strand-source.ts'))})
  const source = createStrandSource({
    home: process.argv[1],
    builtins: [],
    hostName: 'a-host',
    stepApi: { baseUrl: () => 'http://127.0.0.1:9', token: '' },
    env: process.env,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const { strands } = await source.load()
  await strands[0].runStep({
    runId: 'r', strandId: 's', stepId: 'loop', attempt: 1, input: null, results: {},
    signal: new AbortController().signal,
    output: (line) => console.log(line),
  })
`

test('when the service is killed, bodies and the programs that they started end with it', async () => {
  await using home = await makeAuthoringHome({
    'workflows/loop.ts': `
      import { spawn } from 'node:child_process'
      export default {
        id: 's',
        steps: [{ id: 'loop', async run({ output }) {
          const program = spawn('sleep', ['600'], { stdio: 'ignore' })
          output(process.pid + ' ' + program.pid)
          await new Promise((resolve) => setTimeout(resolve, 100))
          for (;;) {}
        } }],
      }
    `,
  })
  const parent = spawn(process.execPath, ['--input-type=module', '-e', service, home.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
  const pids = line.split(' ').map(Number)
  assert.deepEqual(pids.map(isAlive), [true, true])
  parent.kill('SIGKILL')
  const deadline = Date.now() + 20_000
  while (pids.some(isAlive) && Date.now() < deadline) await delay(50)
  assert.deepEqual(pids.map(isAlive), [false, false])
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
