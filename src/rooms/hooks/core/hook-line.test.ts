import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hookLine, readMark } from './hook-line.ts'

test('the line ends at once without the variable, quotes the home, and ends with its mark', () => {
  assert.equal(
    hookLine({ home: "/home/o'hara/.service", args: ['PostToolUse', 'codex'] }, ['event', 'hooks']),
    '[ -n "$SERVICE_SESSION_TMUX" ] || exit 0; ' +
      "h=${SERVICE_HOME:-'/home/o'\\''hara/.service'}/bin; " +
      '[ -r "$h/orrery-hook.sh" ] || exit 0; ' +
      'command -v bash >/dev/null 2>&1 && LC_ALL=C exec bash -p "$h/orrery-hook.sh" PostToolUse codex; ' +
      'exec sh "$h/orrery-hook-fallback.sh" PostToolUse codex # orrery +event +hooks',
  )
})

test('the hook that asks waits by a script of its own, and tells the event alone where that is missing', () => {
  const line = hookLine({ home: '/h', args: ['PermissionRequest'], asks: true }, [])
  assert.match(
    line,
    /s=orrery-approval\.sh; \[ -r "\$h\/\$s" \] \|\| s=orrery-hook\.sh; .* bash -p "\$h\/\$s" PermissionRequest;/,
  )
  assert.deepEqual(readMark(line), [])
})

const marks: [string, readonly string[] | null][] = [
  ['exec orrery-hook.sh Stop # orrery', []],
  ['exec orrery-hook.sh Stop # orrery ', []],
  ['exec orrery-hook.sh Stop # orrery +event +hooks +file +folder', ['event', 'hooks', 'file', 'folder']],
  ['exec orrery-hook.sh Stop # orrery +later', []],
  ['exec orrery-hook.sh Stop', null],
  ['exec orrery-hook.sh Stop # orrery is nice', null],
  ['my-own.sh # orrery', null],
  ['', null],
]

for (const [command, created] of marks) {
  test(`the mark of ${JSON.stringify(command)} is read as ${JSON.stringify(created)}`, () => {
    assert.deepEqual(readMark(command), created)
  })
}
