// One run of triage from its start to its end.
import { z } from 'zod'
import { readTriageRun, startTriageRun } from '#rooms/triage/api.ts'
import type { Stage } from './stage/stage.ts'
import { untilIt } from './until-it.ts'

const startedSchema = z.object({ run_id: z.number() })
const runSchema = z.object({ run: z.object({ finished_at: z.string().nullable() }) })

export async function runTriage({ ask }: Stage): Promise<void> {
  const { run_id: id } = startedSchema.parse(await ask(startTriageRun))
  await untilIt('triage is over', async () => {
    return runSchema.parse(await ask(readTriageRun, { params: { id } })).run.finished_at !== null
  })
}
