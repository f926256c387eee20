// Whose a run is that a request is about: its node alone ends it, and has its output.
import { z } from 'zod'
import type { Owner } from '#platform/server/http/forward/owner.ts'
import { isOver } from '../engine/run-parts.ts'
import type { FlowRouteParts } from './common.ts'

type Parts = {
  readonly context: { readonly reads: Pick<FlowRouteParts['context']['reads'], 'find' | 'nodeOf'> }
  readonly here: string | null
}
type ById = { readonly id: string }

async function nodeThere({ context, here }: Parts, id: string): Promise<string | null> {
  const node = await context.reads.nodeOf(id)
  return node === here ? null : node
}

/** Of a run that is over every service says so. */
export function ownerOfEnd(parts: Parts): Owner<ById> {
  return async ({ params: { id } }) => {
    const run = await parts.context.reads.find(id)
    return run === null || isOver(run) ? null : nodeThere(parts, id)
  }
}

const downloadSchema = z.object({ download: z.literal('true') })

export function ownerOfOutput(parts: Parts): Owner<ById> {
  return async ({ params: { id }, query }) => {
    const node = await nodeThere(parts, id)
    const isDownload = downloadSchema.safeParse(query).success
    return node !== null && isDownload ? { node, what: 'The file of a step’s output' } : node
  }
}
