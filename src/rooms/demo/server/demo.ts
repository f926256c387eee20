// A demo from its first word to its last: opens the stage, plays the past, says where it is, goes on until it is asked to end.
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { findProgram, installCommand } from '#platform/server/cli/install-hint.ts'
import { ownCommandOf } from '#platform/server/cli/own-command.ts'
import { systemClock } from '#platform/server/clock.ts'
import { makeLoginLink } from '#platform/api.ts'
import { loginLinkSchema } from '#platform/contract.ts'
import { nowCue } from '../core/score.ts'
import { direct } from './director.ts'
import { playPast } from './play-past.ts'
import { sweepLeftOvers } from './stage/place.ts'
import { openStage, type Stage } from './stage/stage.ts'

export type DemoOptions = {
  /** It ends by itself after this; null: when it is asked to. */
  readonly forMs: number | null
  readonly port: number
}

/** Resolves once everything is gone again. */
export async function runDemo(cli: Cli, { forMs, port }: DemoOptions): Promise<void> {
  const { environment, ownArgv, catchSignals } = cli.process
  if (findProgram('tmux', environment) === null) {
    throw new CliError('unavailable', 'the agents of the demo live in tmux, which is not installed', {
      hints: [`Install it: ${installCommand('tmux', environment)}`],
    })
  }
  const asked = catchSignals()
  const swept = await sweepLeftOvers(environment, systemClock.now())
  if (swept > 0) cli.output.note(`Took away what ${swept === 1 ? 'a demo' : `${swept} demos`} left behind.`)
  cli.output.note('Setting the stage: three days pass in a few seconds …')
  const stage = await openStage({ environment, ownArgv, port, clock: systemClock, at: null })
  try {
    const ended = Promise.withResolvers<void>()
    void stage.service.ended.then(() => ended.resolve())
    asked.addEventListener('abort', () => ended.resolve(), { once: true })
    // Whoever presses Ctrl+C while the stage is set waits for nothing.
    const isSet = await Promise.race([setStage(stage).then(() => true), ended.promise.then(() => false)])
    if (!isSet || asked.aborted) return
    await announce(cli, stage)
    await goOn(stage, { forMs, ended: ended.promise })
  } finally {
    await stage[Symbol.asyncDispose]()
    cli.output.note('The demo is over, and nothing of it is left.')
  }
}

async function setStage(stage: Stage): Promise<void> {
  await playPast(stage)
  await stage.cue(nowCue)
}

async function announce({ output, process: { environment } }: Cli, { ask, service, place }: Stage): Promise<void> {
  const { url } = loginLinkSchema.parse(await ask(makeLoginLink))
  const another = `SERVICE_HOME=${place.home} ${ownCommandOf(environment)} login`
  output.result(
    { url: service.url, login_url: url, home: place.home },
    [`listening on ${service.url}`, `log in with ${url} (once, within ten minutes)`].join('\n'),
  )
  output.note(`Another link: ${another}`)
  output.note('Everything on the board is made up. Ctrl+C ends the demo and takes it all away.')
}

type Going = { readonly forMs: number | null; readonly ended: Promise<void> }

async function goOn(stage: Stage, { forMs, ended }: Going): Promise<void> {
  const over = new AbortController()
  const directed = direct(stage, systemClock, over.signal)
  const timer = forMs === null ? undefined : setTimeout(() => over.abort(), forMs)
  void ended.then(() => over.abort())
  await directed
  clearTimeout(timer)
}
