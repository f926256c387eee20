// One agent of the past, step by step: its launch, what it reports, its end, and what a person does with its card.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { minuteMs } from '#base/time.ts'
import { ingestEvent } from '#rooms/hooks/api.ts'
import { hookEventSchema } from '#rooms/hooks/contract.ts'
import { launchAgent, patchSession, removeSession } from '#rooms/sessions/api.ts'
import type { Chapter } from '../core/day.ts'
import type { PastChapter } from '../core/past.ts'
import { nowCue, type Beat } from '../core/score.ts'
import { readCards, type Card } from './cards.ts'
import type { Scene } from './scene.ts'
import type { Stage } from './stage/stage.ts'
import { untilIt } from './until-it.ts'

export function beginSteps(stage: Stage, chapter: Chapter): readonly Scene[] {
  const { tmuxSession, startedAgo, reports = [], ended, requeuedAgo } = chapter
  return [
    { agoMs: startedAgo * minuteMs, run: () => begin(stage, chapter) },
    ...reports.map(([ago, event, metadata]) => {
      const body = { tmux_session: tmuxSession, event: hookEventSchema.parse(event), metadata }
      return { agoMs: ago * minuteMs, run: () => stage.ask(ingestEvent, { body }) }
    }),
    ...(ended === undefined ? [] : [{ agoMs: ended.ago * minuteMs, run: () => leave(stage, tmuxSession) }]),
    ...(requeuedAgo === undefined ? [] : [{ agoMs: requeuedAgo * minuteMs, run: () => requeue(stage, chapter) }]),
  ]
}

export function dismissStep(stage: Stage, { tmuxSession, dismissedAgo }: PastChapter): Scene {
  return {
    agoMs: dismissedAgo * minuteMs,
    run: async () => stage.ask(removeSession, { params: { id: (await cardOf(stage, tmuxSession)).id } }),
  }
}

async function begin(stage: Stage, chapter: Chapter): Promise<void> {
  const folder = join(stage.place.userHome, 'src', chapter.folder)
  await mkdir(folder, { recursive: true })
  await stage.writeScore(chapter.tmuxSession, beatsOf(chapter))
  await stage.ask(launchAgent, {
    body: {
      agent_type: chapter.agentType,
      session_name: chapter.tmuxSession,
      label: chapter.label,
      prompt: chapter.prompt,
      working_dir: folder,
      ...(chapter.taskId === undefined ? {} : { task_id: chapter.taskId }),
      ...(chapter.dependsOn === undefined ? {} : { depends_on: [...chapter.dependsOn] }),
      ...(chapter.interactive === undefined ? {} : { interactive: chapter.interactive }),
    },
  })
}

function beatsOf({ tmuxSession, output, reports = [], ended, goesOn = [] }: Chapter): readonly Beat[] {
  const shown = { say: output ?? reports.map(([, , did]) => `● ${did}`).join('\n') }
  if (ended === undefined) return [shown, { hold: nowCue }, ...goesOn]
  return [
    shown,
    { hold: overCue(tmuxSession) },
    ...(ended.code === 0 ? [{ say: '● Done.' }] : []),
    { leave: ended.code },
  ]
}

const overCue = (session: string): string => `${session}.over`

async function leave(stage: Stage, session: string): Promise<void> {
  await stage.cue(overCue(session))
  await untilIt(`${session} is over`, async () => {
    const { state, tmux_alive: lives } = await cardOf(stage, session)
    return (state === 'completed' || state === 'failed') && lives === false
  })
}

async function requeue(stage: Stage, { tmuxSession, goesOn = [] }: Chapter): Promise<void> {
  const { id } = await cardOf(stage, tmuxSession)
  await stage.writeScore(tmuxSession, goesOn)
  await stage.ask(patchSession, { params: { id }, body: { event: 'user.requeue' } })
}

async function cardOf(stage: Stage, session: string): Promise<Card> {
  const found = (await readCards(stage)).find(({ tmux_session: name }) => name === session)
  if (found === undefined) throw new Error(`${session} is not on the demo's board`)
  return found
}
