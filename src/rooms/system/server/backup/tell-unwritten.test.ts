import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { tellUnwritten } from './tell-unwritten.ts'

const told = (code: string | null) =>
  tellUnwritten(Object.assign(new Error('it failed'), { code }), '/home/ada/.service')

test('a disk that is full and a folder that is not ours are told with what to do', () => {
  const full = told('ENOSPC')
  assert.ok(full instanceof CliError)
  assert.equal(full.message, 'the disk of /home/ada/.service became full while the backup was unpacked')
  assert.match(full.hints.join(' '), /Nothing was changed\. Make room/)
  for (const code of ['EACCES', 'EPERM', 'EROFS']) {
    const refused = told(code)
    assert.ok(refused instanceof CliError, code)
    assert.equal(refused.message, `/home/ada/.service and the folder it lies in can't be written to: ${code}`)
  }
})

test('anything else stays the fault that it is', () => {
  for (const code of ['EBADF', 'ENOENT', null]) assert.equal(told(code) instanceof CliError, false, String(code))
})
