// A refusal says what to do next where the person is: on the page or in a shell, never by a request to write.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../support/entry.ts'

const sendsToRoute =
  /\b(?:hint|reason): .*\b(?:GET|POST|PATCH|PUT|DELETE) (?:\/api\/|\$\{)|['`](?:GET|POST|PATCH|PUT|DELETE) \/api\/\S+ (?:or|lists)\b/

test('no reason and no hint sends a person to a route', () => {
  const files = globSync('src/{platform,rooms,app}/**/*.{ts,tsx}', { cwd: root })
  assert.ok(files.length > 500)
  const found = files
    .filter((file) => !/\.(test|testkit)\.tsx?$/.test(file))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      return lines.filter((line) => sendsToRoute.test(line)).map((line) => `${file}: ${line.trim()}`)
    })
  assert.deepEqual(found, [])
})
