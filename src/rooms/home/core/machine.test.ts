import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HomeLook } from '../contract.ts'
import { commandOf, machineOf } from './machine.ts'

const look = (name: string, level: HomeLook['level'], says = ''): HomeLook => ({ name, level, says, hints: [] })

test('the line says what is not well, the worst first', () => {
  const rows: [HomeLook[], HomeLook['level'], string][] = [
    [[look('tmux', 'ok', '3.4')], 'ok', 'All works on this machine'],
    [
      [look('tmux', 'ok'), look('model', 'warn', 'not reachable'), look('gateway', 'warn', 'silent')],
      'warn',
      'All works. Not set up: model server, gateway',
    ],
    [[look('hooks', 'warn')], 'warn', 'All works. Not set up: hooks'],
    [[look('disk', 'warn', '800 MB free')], 'warn', 'To look at: disk 800 MB free'],
    [
      [look('home', 'warn', 'is open.'), look('agents', 'warn'), look('config', 'warn')],
      'warn',
      'To look at: home is open; also config. Not set up: some agent programs',
    ],
    [
      [look('model', 'warn', 'not reachable'), look('disk', 'fail', '80 MB free')],
      'fail',
      'Not well: disk 80 MB free; see also model server',
    ],
    [[look('tmux', 'fail', 'not installed')], 'fail', 'Not well: tmux not installed'],
  ]
  for (const [looks, level, says] of rows) {
    const machine = machineOf(looks)
    assert.equal(machine.level, level)
    assert.equal(machine.says, says)
  }
  const { looks } = machineOf([look('a', 'ok'), look('b', 'fail'), look('c', 'warn')])
  assert.deepEqual(
    looks.map(({ name }) => name),
    ['b', 'c', 'a'],
  )
})

test('a hint tells its command apart from advice', () => {
  const rows: [string, string | null][] = [
    ['Install it: sudo apt-get install -y tmux', 'sudo apt-get install -y tmux'],
    ['Install them: orrery hook install', 'orrery hook install'],
    ['Make room: nothing can be recorded on a full disk.', null],
    ['Install it: apt-get install tmux, dnf install tmux or brew install tmux', null],
    ['Mend the file.', null],
    ['Only for triage: start the model server, or set model.url.', null],
  ]
  for (const [hint, expected] of rows) assert.equal(commandOf(hint), expected, hint)
})
