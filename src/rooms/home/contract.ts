// Wire types of Home: blocks of rows that rooms bring, the first steps, and how the machine is; and what a room brings.
import { z } from 'zod'
import { timestampSchema } from '#platform/contract.ts'

/** What a row is about. Home knows none of the kinds: whoever opens them says where they lead. */
export const homeTargetSchema = z.object({
  kind: z.string(),
  id: z.string(),
  /** What it is a part of, as a run of its strand; null for what stands alone. */
  within: z.string().nullable(),
})
export type HomeTarget = Readonly<z.infer<typeof homeTargetSchema>>

/** Longest text of a row, in characters. */
export const homeTextLimit = 200

/** One line of a block. */
export const homeRowSchema = z.object({
  /** Names it within its block, and stays while it is about the same. */
  id: z.string(),
  /** The state whose dot stands before it. */
  state: z.string(),
  title: z.string(),
  text: z.string().nullable(),
  /** When it happened, or is to happen; null for what has no time. */
  at: timestampSchema.nullable(),
  target: homeTargetSchema.nullable(),
  /** The device that it runs on; null for what runs on this machine, and for what runs nowhere. */
  device_id: z.string().nullable(),
})
export type HomeRow = Readonly<z.infer<typeof homeRowSchema>>

/** Most rows that a block carries; `total` counts them all. */
export const homeRowLimit = 12

/** What one room has to say. */
export const homeBlockSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** What stands beside the title, in few words; null for nothing. */
  note: z.string().nullable(),
  rows: z.array(homeRowSchema),
  total: z.number().int(),
})
export type HomeBlock = Readonly<z.infer<typeof homeBlockSchema>>

/** One of several ways to take a step, as for one agent program of those that are there. */
export const homeChoiceSchema = z.object({ id: z.string(), label: z.string(), command: z.string() })

/** One of the first steps. It ticks itself off: `done` is what is so now. */
export const homeStepSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** Does the step in a terminal, as it stands; null while something is missing for it. */
  command: z.string().nullable(),
  /** Each has a button of its own, the first the step's command; empty where there is one way alone. */
  choices: z.array(homeChoiceSchema).default([]),
  done: z.boolean(),
  /** What is known of it in few words, as what it waits for; null for nothing. */
  note: z.string().nullable(),
})
export type HomeStep = Readonly<z.infer<typeof homeStepSchema>>

/** GET /api/home: what happened since a time, or since the caller's last visit; without either, in the last 24 hours. */
export const homeQuerySchema = z
  .strictObject({ since: timestampSchema.optional(), visited: timestampSchema.optional() })
  .refine(({ since, visited }) => since === undefined || visited === undefined, {
    error: 'must not be given beside "since"',
    path: ['visited'],
  })
export type HomeQuery = z.infer<typeof homeQuerySchema>

/** What matters now, in the order in which to read it. */
export const homeAnswerSchema = z.object({
  as_of: timestampSchema,
  /** From when on it tells what happened, at most seven days back. */
  since: timestampSchema,
  /** The same in words, and which of the two it is: `since your last visit, 14 h ago`, `in the last 24 h`. */
  since_words: z.string(),
  /** How things stand in a sentence: what a person has to know, and what they may. */
  call: z.string(),
  rest: z.string(),
  blocks: z.array(homeBlockSchema),
  steps: z.array(homeStepSchema),
})
export type HomeAnswer = z.infer<typeof homeAnswerSchema>

/** One look at the machine, as doctor has it. */
export const homeLookSchema = z.object({
  name: z.string(),
  level: z.enum(['ok', 'warn', 'fail']),
  says: z.string(),
  /** What to do; a command to type stands behind its colon. */
  hints: z.array(z.string()).readonly(),
})
export type HomeLook = Readonly<z.infer<typeof homeLookSchema>>

/** GET /api/home/machine: how the machine is. With `again` nothing older than a moment is told. */
export const homeMachineQuerySchema = z.strictObject({ again: z.enum(['true', 'false']).default('false') })
export type HomeMachineQuery = Partial<z.infer<typeof homeMachineQuerySchema>>
/** The worst first; `says` is all of it in a line. */
export const homeMachineSchema = z.object({
  looked_at: timestampSchema,
  level: z.enum(['ok', 'warn', 'fail']),
  says: z.string(),
  looks: z.array(homeLookSchema),
})
export type HomeMachine = z.infer<typeof homeMachineSchema>

/** What a room is asked for: from when on, in words too, and the present. */
export type HomeWindow = { readonly sinceMs: number; readonly said: string; readonly nowMs: number }

/** A row as a room brings it: without a device where none plays a part. */
export type BroughtRow = Omit<HomeRow, 'device_id'> & Partial<Pick<HomeRow, 'device_id'>>

/** A block as a room brings it: all its rows in their order, texts of any length. One without rows is not shown. */
export type BroughtBlock = Omit<HomeBlock, 'rows' | 'total'> & { readonly rows: readonly BroughtRow[] }

/** What a room is asked for. It may reject: Home then leaves the block out, and the log says why. */
export type BringBlock = (window: HomeWindow) => BroughtBlock | Promise<BroughtBlock>

/** A step that a room brings. As `BringBlock`. */
export type BringStep = () => HomeStep | Promise<HomeStep>

/** For the sentence. */
export type HomeCounts = {
  /** Who waits for a person, and what is to see beside: the two counts of the inbox. */
  readonly needs: number
  readonly toSee: number
  /** How many agents run, and how many wait for others. */
  readonly running: number
  readonly waiting: number
}
