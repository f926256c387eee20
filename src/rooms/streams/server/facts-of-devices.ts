// What devices learned of their sessions becomes facts here, in the commit of the envelope that told of it.
import { z } from 'zod'
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import { followedFileSchema, type Learned, type SessionFact } from '../contract.ts'
import { keepFact } from './keep-tools.ts'

/** As hooks are held to here. */
const name = z.string().min(1).max(200)
const text = z.string().max(2000).nullable()
const path = z.string().min(1).max(4096)

const changeSchema = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('hook'),
    name,
    ok: z.boolean().nullable(),
    command: text,
    isCut: z.boolean(),
    file: path.nullable(),
    directory: path.nullable(),
  }),
  z.object({
    source: z.literal('git'),
    files: z.array(followedFileSchema.extend({ path })).max(100),
    trouble: z.string().max(500).nullable(),
  }),
])

/** Records are lines of a journal, which are bounded; a device that is one of ours tells in parts below it. */
const longestChange = 16_000

export type FactsOfDevicesParts = {
  readonly clock: Clock
  /** It is committed. */
  readonly tell: (fact: SessionFact) => void
}

/** What is committed with an envelope; null for what is no such fact. Its time is that at which it came here. */
export function factOfDevice(parts: FactsOfDevicesParts, sessionId: string, change: unknown): Alongside | null {
  const learned: Learned | undefined = changeSchema.safeParse(change).data
  if (learned === undefined || JSON.stringify(learned).length > longestChange) return null
  return keepFact(parts, { sessionId, at: toIso(parts.clock.now()), learned })
}
