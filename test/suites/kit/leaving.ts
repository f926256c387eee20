// A test that leaves a program running, for the test beside it: only the folder of its temporary files tells whose it is.
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { test } from 'node:test'

test('leaves a program', () => {
  const env = { PATH: process.env.PATH, HOME: tmpdir() }
  spawn('sleep', ['1000'], { env, detached: true, stdio: 'ignore' }).unref()
})
