// Whose the session is that a request is about, for the way between nodes: each acts on its own alone.
import { z } from 'zod'
import type { Owner } from '#platform/server/http/forward/owner.ts'
import { nodeThere } from './shown.ts'

type Known = Parameters<typeof nodeThere>[0]
type ById = { readonly id: string }

export function ownerById(context: Known): Owner<ById> {
  return ({ params }) => nodeThere(context, params.id)
}

const bodySchema = z.object({ session_id: z.string() })

/** A body that does not fit is nobody's, and is refused here. */
export function ownerByBody(context: Known): Owner {
  return ({ body }) => {
    const told = bodySchema.safeParse(body)
    return told.success ? nodeThere(context, told.data.session_id) : null
  }
}

const downloadSchema = z.object({ download: z.literal('true') })

/** The end of an output travels; the file with all of it does not. */
export function ownerOfLog(context: Known): Owner<ById> {
  return async ({ params, query }) => {
    const node = await nodeThere(context, params.id)
    const isDownload = downloadSchema.safeParse(query).success
    return node !== null && isDownload ? { node, what: 'The whole output of a session' } : node
  }
}
