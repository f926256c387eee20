// The strands of the demo: their nights, one of which was missed, and those that run from now on.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { dayMs, secondMs } from '#base/time.ts'
import { listRuns, listStrands, reloadStrands, runStrand } from '#rooms/flow/api.ts'
import { nightly, nightlyFiles, restingFile, steadyFiles, type StrandFile } from '../core/strands.ts'
import type { Scene } from './scene.ts'
import type { Stage } from './stage/stage.ts'
import { untilIt } from './until-it.ts'

const fileOf = ({ place }: Stage, name: string): string => join(place.home, 'workflows', name)

const strandsSchema = z.object({
  strands: z.array(z.object({ id: z.string(), enabled: z.boolean(), schedule: z.string().nullable() })),
})

/** From now on the nightly strands alone have a schedule. Answers what rests. */
export async function restStrands(stage: Stage, hour: number): Promise<readonly StrandFile[]> {
  const { strands } = strandsSchema.parse(await stage.ask(listStrands))
  const resting = strands
    .filter(({ enabled, schedule }) => enabled && schedule !== null)
    .map(({ id }) => restingFile(id))
  await write(stage, [...resting, ...nightlyFiles(hour, stage.place.scores)])
  await stage.ask(reloadStrands)
  return resting
}

/** What rested is new to the scheduler, which makes it miss nothing. */
export async function wakeStrands(stage: Stage, resting: readonly StrandFile[]): Promise<void> {
  await Promise.all(resting.map(({ name }) => rm(fileOf(stage, name))))
  await write(stage, steadyFiles)
  await stage.ask(reloadStrands)
  await stage.ask(runStrand, { params: { id: 'openclaw-cron-mirror' }, body: {} })
}

async function write(stage: Stage, files: readonly StrandFile[]): Promise<void> {
  await Promise.all(files.map(({ name, text }) => writeFile(fileOf(stage, name), text)))
}

/** Of three nights the second is slept through. */
export function nightSteps(stage: Stage, lastMs: number): readonly Scene[] {
  const agoOf = (atMs: number): number => stage.presentMs - atMs
  return [
    { agoMs: agoOf(lastMs - 2 * dayMs - secondMs), run: () => night(stage, 1) },
    { agoMs: agoOf(lastMs - secondMs), run: () => lastNight(stage) },
  ]
}

/** The clock stands just before the slot: the scheduler wakes for it when it is told to look anew. */
async function night({ ask }: Stage, count: number): Promise<void> {
  await ask(reloadStrands)
  for (const strand of nightly) {
    await untilIt(`${strand} ran`, async () => {
      const { runs } = runsSchema.parse(await ask(listRuns, { query: { strand } }))
      return runs.length >= count && runs.every(({ finished_at: end }) => end !== null)
    })
  }
}

async function lastNight(stage: Stage): Promise<void> {
  await writeFile(join(stage.place.scores, 'audit-fails'), '')
  await night(stage, 2)
}

const runsSchema = z.object({ runs: z.array(z.object({ finished_at: z.string().nullable() })) })
