import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command } from 'commander'
import { createCli } from '#platform/server/cli/create-cli.ts'
import { prepareProgram, runCommandLine } from '#platform/server/cli/run-command-line.ts'
import { lockHome } from '#platform/server/files/home-lock.ts'
import { writeServiceInfo } from '#platform/server/files/service-info.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { startTestServer, testToken } from '#platform/server/http/testing/test-server.ts'
import { eventually } from '../mirror.testkit.ts'
import { addGatewayCommands } from './cli.ts'
import { openMirror, type RoomOptions } from './room.testkit.ts'

/** The commands against the room behind HTTP. */
async function openCommands(options: RoomOptions = {}) {
  const room = await openMirror(options)
  const server = await startTestServer({ mount: (http) => mountRoom(http, room.mirror) })
  const lock = lockHome(room.home)
  writeServiceInfo(room.home, { pid: process.pid, url: server.url, hook_port: 1, started_at_ms: 1 })
  return {
    ...room,
    async orrery(...args: readonly string[]) {
      let out = ''
      let err = ''
      const cli = createCli({
        environment: { SERVICE_HOME: room.home, ACCESS_TOKEN: testToken },
        userHome: room.home,
        workingDir: room.home,
        ownArgv: [],
        stdout: { write: (part) => (out += part) },
        stderr: { write: (part) => (err += part) },
        readStdin: async () => '',
        readLine: async () => '',
        readSecret: async () => '',
        runOnTerminal: async () => null,
        takeTerminal: () => null,
        catchSignals: () => new AbortController().signal,
      })
      const program = prepareProgram(new Command('orrery'), cli)
      addGatewayCommands(program, cli)
      const code = await runCommandLine(program, cli, args)
      return { code, out, err }
    },
    async [Symbol.asyncDispose]() {
      lock?.[Symbol.dispose]()
      await server.stop()
      await room[Symbol.asyncDispose]()
    },
  }
}

test('status, jobs and runs of a gateway that is connected', async () => {
  await using room = await openCommands()
  await eventually(() => room.strands.runs.size > 0)
  const status = await room.orrery('gateway', 'status')
  assert.equal(status.code, 0)
  assert.match(
    status.out,
    /^connected to OpenClaw 2026\.9\.6 at ws:\/\/127\.0\.0\.1:\d+ for .*\n10 jobs, read .* by the socket\n\d+ tokens today\n$/,
  )
  const jobs = await room.orrery('gateway', 'jobs')
  assert.match(jobs.out, /^STATE +LAST +NEXT +FLAGS +NAME +SCHEDULE +JOB\n/)
  assert.match(jobs.out, /^off .*Main event +15 \* \* \* \* +9e8993a9-/m)
  assert.match(jobs.out, /^on .*system .*heartbeat-main +every 30m /m)
  assert.doesNotMatch(jobs.out, /Shared session/)
  assert.match((await room.orrery('gateway', 'jobs', '--all')).out, /^gone .*Shared session/m)
  const runs = await room.orrery('gateway', 'runs', '-n', '3')
  assert.equal(runs.out.trimEnd().split('\n').length, 4)
  const own = await room.orrery('gateway', 'runs', '--job', '944cd5aa-3e13-4c59-9b19-718d48026290')
  assert.match(own.out, /^error \(manual\) .* – +Fail job +LLM request failed/m)
})

test('--json answers what the routes answer', async () => {
  await using room = await openCommands()
  await eventually(() => room.strands.runs.size > 0)
  const { out } = await room.orrery('--json', 'gateway', 'jobs', '--all')
  assert.equal((JSON.parse(out) as { jobs: unknown[] }).jobs.length, 11)
})

test('without a gateway the status says why and ends with 1, runs with the refusal', async () => {
  await using room = await openCommands({ gateway: false })
  await eventually(async () => (await room.orrery('gateway', 'status')).out.includes('nothing listens'))
  const status = await room.orrery('gateway', 'status')
  assert.equal(status.code, 1)
  assert.match(
    status.out,
    /^not connected to ws:\/\/127\.0\.0\.1:9\nNo gateway at .*: nothing listens there\.\nStart it with: openclaw gateway run/,
  )
  const jobs = await room.orrery('gateway', 'jobs')
  assert.deepEqual([jobs.code, jobs.out], [0, ''])
  assert.match(jobs.err, /no jobs, or was not reached yet/)
  const runs = await room.orrery('gateway', 'runs')
  assert.equal(runs.code, 1)
  assert.match(runs.err, /No gateway at/)
  assert.equal((await room.orrery('gateway', 'runs', '-n', '0')).code, 2)
})
