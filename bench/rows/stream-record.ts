// What the times of output cost beside the output itself: the same flood into a log, with its journal and without.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '#platform/server/clock.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { recorderScript } from '#rooms/sessions/server/launcher/log-recorder.ts'
import { createJournals } from '#rooms/streams/server/journals.ts'
import type { StreamFiles } from '#rooms/streams/server/journal-files.ts'
import { watchOnce } from '#platform/server/files/watch-once.ts'
import { compareRounds, ratioAtMost, type Row } from '../lib/line.ts'
import { interleave } from '../lib/rounds.ts'
import { cpuOf } from '../lib/process-usage.ts'
import { temporaryFolder } from '../lib/service.ts'
import { ownTmux, type OwnTmux } from '../lib/tmux.ts'

const warmUps = 3
const rounds = 7
/** A session that writes 2 MB a second for two seconds, as a build that talks a lot. */
const bursts = 60
const pauseS = 0.03
const pollMs = 250
const limitMs = 60_000

export const streamRecord: Row = {
  name: 'stream-record',
  async run() {
    await using folder = temporaryFolder()
    await using tmux = ownTmux()
    const file = (name: string) => join(folder.path, name)
    writeFileSync(file('recorder.sh'), recorderScript)
    writeFileSync(file('burst'), 'a line of output that somebody may want to read again\n'.repeat(1200))
    await tmux.run('new-session', '-d', '-s', 'holds-the-server', '--', 'sleep', '1000')
    let made = 0
    const next = (): number => (made += 1)
    const contenders = {
      ours: () => record({ tmux, file, name: `ours-${next()}`, begin: withJournal }),
      bare: () => record({ tmux, file, name: `bare-${next()}`, begin: () => () => undefined }),
    }
    // A service that runs has compiled what it runs each time.
    await interleave(warmUps, contenders)
    const measured = await interleave(rounds, contenders)
    const note = `processor time of ${bursts} bursts of 65 KB: of tmux, of the recorder and of who watches`
    return [compareRounds({ title: 'output with its times', unit: 'ms', ...measured, goal: ratioAtMost(1.1), note })]
  },
}

type Recording = {
  readonly tmux: OwnTmux
  readonly file: (name: string) => string
  readonly name: string
  /** Begins to watch a log; the answer ends it. */
  readonly begin: (log: string) => () => void
}

/** Answers the processor time of all that took part, in milliseconds. */
async function record({ tmux, file, name, begin }: Recording): Promise<number> {
  const [log, times] = [file(`${name}.log`), file(`${name}.times`)]
  writeFileSync(log, '')
  const server = Number((await tmux.run('display-message', '-p', '#{pid}')).trim())
  const end = begin(log)
  const before = { server: cpuOf(server), own: process.cpuUsage() }
  const talk = `sleep 0.2; for each in $(seq ${bursts}); do cat "${file('burst')}"; sleep ${pauseS}; done`
  await tmux.run('new-session', '-d', '-s', name, '-x', '160', '-y', '48', '--', 'sh', '-c', talk)
  const recorder = `sh ${file('recorder.sh')} ${log}; times > ${times}.new; mv ${times}.new ${times}`
  await tmux.run('pipe-pane', '-t', `=${name}:`, recorder)
  const said = await readWhenThere(times)
  const own = process.cpuUsage(before.own)
  end()
  rmSync(log)
  return (cpuOf(server) - before.server + own.user + own.system) / 1000 + childrenMs(said)
}

async function readWhenThere(path: string): Promise<string> {
  const deadlineMs = performance.now() + limitMs
  while (performance.now() < deadlineMs) {
    if (existsSync(path)) return readFileSync(path, 'utf8')
    await wait(pollMs)
  }
  throw new Error('the output did not end in time')
}

/** Of what `times` prints the second line: minutes and seconds of the children, user and system. */
function childrenMs(said: string): number {
  const times = [...(said.trim().split('\n').at(-1) ?? '').matchAll(/(?<minutes>\d+)m(?<seconds>[\d.]+)s/g)]
  return times.reduce((sum, { groups }) => sum + Number(groups?.minutes) * 60_000 + Number(groups?.seconds) * 1000, 0)
}

function withJournal(log: string): () => void {
  const files: StreamFiles = { log, olderLog: `${log}.1`, journal: `${log}.stream`, olderJournal: `${log}.stream.1` }
  const journals = createJournals({
    filesOf: () => files,
    isAtWork: () => true,
    toldAfter: async () => [],
    watchOnce,
    clock: systemClock,
    timers: systemTimers,
    log: silentLog,
  })
  journals.noticed('session')
  return journals.closeAll
}
