import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftInForeground, leftOfRun, type Candidate } from './left-processes.ts'

const script = '/home/.service/runs/s1/run.sh'
const recorder = '/home/.service/bin/orrery-log.sh'

type Row = Candidate & { readonly label: string }

function row(label: string, pid: number, more: Partial<Candidate> = {}): Row {
  return { label, pid, parentPid: 1, group: pid, foreground: -1, name: label, args: label, isMarked: true, ...more }
}

function look(all: readonly Row[], panePids: readonly number[]) {
  const withDescendants = (roots: readonly Row[]): Row[] => {
    const isIn = (one: Row): boolean =>
      roots.includes(one) || all.some((parent) => parent.pid === one.parentPid && isIn(parent))
    return all.filter(isIn)
  }
  return { all, panePids, withDescendants }
}

const tmux = row('tmux', 100, { isMarked: false })
const wrapper = row('sh', 200, { parentPid: 100, args: `sh ${script}` })
const program = row('claude', 201, { parentPid: 200 })
const helper = row('node', 202, { parentPid: 201, isMarked: false })
const daemon = row('watcher', 203, { parentPid: 1 })
const log = row('log', 210, { parentPid: 100, args: `sh ${recorder} x.log` })
const logChild = row('cat', 211, { parentPid: 210 })
const shell = row('bash', 220, { parentPid: 100 })
const editor = row('vim', 221, { parentPid: 220 })
const other = row('cron', 230, { isMarked: false })
const labels = (rows: readonly Row[]): string[] => rows.map(({ label }) => label)

test('a run is its wrapper and all below it, with or without its mark, and what went into a session of its own', () => {
  const all = [tmux, wrapper, program, helper, daemon, log, logChild, other]
  assert.deepEqual(labels(leftOfRun(look(all, [200]), { script, recorder })), ['sh', 'claude', 'node', 'watcher'])
  assert.deepEqual(
    leftOfRun(look(all, [200]), { script, recorder }).flatMap(({ label, isWrapper }) => (isWrapper ? [label] : [])),
    ['sh'],
  )
})

test('windows that a person opened in the terminal, and the recorder of its output, are not the run', () => {
  const all = [tmux, wrapper, program, log, logChild, shell, editor]
  assert.deepEqual(labels(leftOfRun(look(all, [200, 220]), { script, recorder })), ['sh', 'claude'])
  const after = [tmux, log, logChild, shell, editor]
  assert.deepEqual(leftOfRun(look(after, [220]), { script, recorder }), [])
})

test('once the terminal is gone the recorder that reads its end is nothing, and a daemon goes on', () => {
  assert.deepEqual(labels(leftOfRun(look([log, logChild, daemon, other], []), { script, recorder })), ['watcher'])
})

test('of a terminal of a person only what stands in the foreground counts', () => {
  const pane = row('bash', 300, { foreground: 310 })
  const front = row('make', 310, { parentPid: 300, foreground: 310 })
  const below = row('cc', 311, { parentPid: 310 })
  const background = row('server', 320, { parentPid: 300, foreground: 310 })
  assert.deepEqual(labels(leftInForeground(look([pane, front, below, background], [300]))), ['make', 'cc'])
})

test('a shell at its prompt is nothing; a program that is the terminal is', () => {
  const prompt = row('-bash', 300, { foreground: 300 })
  assert.deepEqual(leftInForeground(look([prompt, row('server', 320, { parentPid: 300 })], [300])), [])
  const direct = row('claude', 300, { foreground: 300 })
  assert.deepEqual(labels(leftInForeground(look([direct], [300]))), ['claude'])
  const loop = row('sh', 300, { foreground: 300 })
  const step = row('sleep', 301, { parentPid: 300, group: 300 })
  assert.deepEqual(labels(leftInForeground(look([loop, step], [300]))), ['sh', 'sleep'])
  assert.deepEqual(leftInForeground(look([direct], [])), [])
})
