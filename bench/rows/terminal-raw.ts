// How fast an agent gets rid of its output while a viewer looks and the log is kept, against bare pipe-pane.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compareRounds, ratioAtLeast, type Row } from '../lib/line.ts'
import { interleave } from '../lib/rounds.ts'
import { startService, temporaryFolder } from '../lib/service.ts'
import { launchShell, openTerminal, terminalAddress } from '../lib/terminals.ts'

const megabytes = 16
const rounds = 5
const pollMs = 10
const limitMs = 60_000

export const terminalRaw: Row = {
  name: 'terminal-raw',
  async run() {
    await using folder = temporaryFolder()
    await using service = await startService()
    const { tmux } = service
    const file = (name: string) => join(folder.path, name)
    const id = await launchShell(service, 'agent-raw', writer(file('ours')))
    await tmux.run(
      'new-session',
      '-d',
      '-s',
      'bare-raw',
      '-x',
      '80',
      '-y',
      '24',
      '--',
      'sh',
      '-c',
      writer(file('bare')),
    )
    await tmux.run('pipe-pane', '-t', '=bare-raw:', 'cat > /dev/null')
    await using viewer = await openTerminal(terminalAddress(service, id), service.accessToken)
    viewer.socket.resume()
    const once = async (session: string, took: string): Promise<number> => {
      await rm(took, { force: true })
      await tmux.run('send-keys', '-t', `=${session}:`, 'Enter')
      return readWhenThere(took)
    }
    const measured = await interleave(rounds, {
      ours: () => once('agent-raw', file('ours')),
      bare: () => once('bare-raw', file('bare')),
    })
    const note = `${megabytes} MB a round, as the program that writes them sees it; ours has a viewer and the log`
    return [compareRounds({ title: 'terminal raw', unit: 'ms', ...measured, goal: ratioAtLeast(0.8), note })]
  },
}

/** Writes the megabytes at each Enter, and then to `file` how many nanoseconds that took. */
function writer(file: string): string {
  const flood = `yes ${'0123456789'.repeat(7)} | head -c ${megabytes * 1024 * 1024}`
  const clock = 'date +%s%N'
  return `while read -r line; do from=$(${clock}); ${flood}; to=$(${clock}); echo $((to - from)) > ${file}.new; mv ${file}.new ${file}; done`
}

async function readWhenThere(file: string): Promise<number> {
  const deadlineMs = performance.now() + limitMs
  while (performance.now() < deadlineMs) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text !== '') return Number(text) / 1e6
    await wait(pollMs)
  }
  throw new Error('the output was not written in time')
}
