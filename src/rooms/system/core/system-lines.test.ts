import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSystem } from './system.testkit.ts'
import { systemLines } from './system-lines.ts'

const sample = sampleSystem()
const told = (now = sample) =>
  Object.fromEntries(systemLines(now).map(({ name, level, text }) => [name, [level, text]]))

test('how the service stands is a line for each thing', () => {
  assert.deepEqual(told(), {
    Host: ['ok', 'box, Linux 6.1.0 x64, 4 cores, up 2 h 00 min'],
    Service: ['ok', 'pid 42 as ada, legacy mode, up 1 h 00 min, at http://127.0.0.1:7420'],
    Load: ['ok', '0.5 programs at work on 4 cores in the last minute, 0.1 in the last 15'],
    Memory: ['ok', '2.0 GB of 8.0 GB free; the service holds 100 MB'],
    Disk: ['ok', '40 GB of 100 GB free for /home/ada/.service'],
    tmux: ['ok', 'tmux 3.5a, 1 session'],
    Database: ['ok', '4.0 KB, 10 % of it free for what comes, and 8.0 KB of latest changes beside it; format 14'],
    Sessions: ['ok', '3: 2 running, 1 awaiting review'],
    Versions: ['ok', 'Orrery 0.1.0, Node 24.15.0, SQLite 3.53.0'],
    Access: ['ok', 'Only this machine reaches it.'],
  })
})

test('what needs a person says so, and what to do', () => {
  const { disk, tmux, database, sessions } = sample
  const now = told(
    sampleSystem({
      disk: { ...disk, level: 'warn' },
      tmux: { ...tmux, sessions: null, problem: 'tmux is not installed' },
      database: { ...database, problem: 'The database is locked.' },
      sessions: { ...sessions, total: 0 },
    }),
  )
  assert.deepEqual(now.Disk, ['warn', '40 GB of 100 GB free for /home/ada/.service. Make room soon.'])
  assert.deepEqual(now.tmux, ['fail', 'tmux is not installed'])
  assert.deepEqual(now.Database, ['fail', 'The database is locked.'])
  assert.deepEqual(now.Sessions, ['ok', 'none yet'])
  const full = told(sampleSystem({ disk: { ...disk, level: 'fail' }, tmux: { ...tmux, socket: 'mine', sessions: 2 } }))
  assert.match(String(full.Disk), /^fail,.*Make room: nothing can be recorded on a full disk\.$/)
  assert.deepEqual(full.tmux, ['ok', 'tmux 3.5a, 2 sessions on its server mine'])
})
