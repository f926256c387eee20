// The assistant where no address but this machine's own can be reached: a network of its own, with a loopback and no route.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const inside = join(import.meta.dirname, 'without-a-route.ts')
const apart = (...argv: readonly string[]) =>
  spawnSync('unshare', ['-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...argv], {
    encoding: 'utf8',
    timeout: 120_000,
  })

test('hub, daemon, program and model need no address beyond this machine', (t) => {
  const routes = apart('ip', 'route')
  if (routes.status !== 0) return t.skip('a network of its own takes Linux with user namespaces and ip')
  assert.equal(routes.stdout, '', 'there is no route')
  const { status, stdout, stderr } = apart(process.execPath, inside)
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^answered: All is quiet: who waits\?$/m)
})
