// Wire types of the settings: every key with its value, where that comes from, and changes of several at once.
import { z } from 'zod'
import { fieldErrorSchema, jsonSchema } from '#platform/contract.ts'

/** How a person is asked for a value. `argv`: a list of arguments, or one text that is split as a shell would. */
export const settingInputSchema = z.discriminatedUnion('is', [
  z.object({ is: z.enum(['flag', 'text', 'list', 'argv']) }),
  z.object({ is: z.literal('choice'), choices: z.array(z.string()) }),
  z.object({ is: z.literal('number'), min: z.number(), max: z.number() }),
])
export type SettingInput = Readonly<z.infer<typeof settingInputSchema>>

/** The groups in which settings are shown, in their order. */
export const settingsSectionIds = [
  'general',
  'access',
  'agents',
  'hooks',
  'notifications',
  'gateway',
  'model',
  'triage',
  'strands',
  'retention',
  'storage',
] as const
/** One of them. */
export const settingsSectionSchema = z.enum(settingsSectionIds)
export type SettingsSectionId = z.infer<typeof settingsSectionSchema>

/** One key. A secret never has a value here: only whether it is set. */
export const settingSchema = z.object({
  key: z.string(),
  section: settingsSectionSchema,
  /** What it does, a sentence. */
  doc: z.string(),
  /** What it takes, in words. */
  takes: z.string(),
  input: settingInputSchema,
  /** As file and environment say; null for what is not set, and for every secret. */
  value: jsonSchema,
  is_secret: z.boolean(),
  is_set: z.boolean(),
  source: z.enum(['default', 'file', 'environment']),
  /** The environment variable that may set it; null for none. */
  variable: z.string().nullable(),
  /** The default in words. */
  fallback: z.string(),
  /** Why it can't be changed here; null when it can. */
  locked: z.string().nullable(),
  /** To change it takes the ACCESS_TOKEN itself. */
  is_guarded: z.boolean(),
  /** Taken at the start of the service alone. */
  at_start: z.boolean(),
  /** Changed since the service started, and in force after its next start. */
  needs_restart: z.boolean(),
})
/** A key as it is shown. */
export type SettingRow = Readonly<z.infer<typeof settingSchema>>

/** GET /api/system/settings. `problems`: why config.json, as it stands, is not in force; what was in force stays. */
export const settingsAnswerSchema = z.object({
  revision: z.string(),
  file: z.string(),
  settings: z.array(settingSchema),
  problems: z.array(fieldErrorSchema),
})
export type SettingsAnswer = Readonly<z.infer<typeof settingsAnswerSchema>>

/** With `dry_run` everything is checked and nothing is written. */
export const changeQuerySchema = z.strictObject({
  dry_run: z.enum(['true', 'false']).optional(),
})
export type ChangeQuery = { readonly dry_run?: 'true' | 'false' }

/** More keys than there are. */
const mostKeys = 500
const keySchema = z.string().min(1).max(300)

/** PATCH /api/system/settings: dotted keys with their values, and keys whose default is to count again. */
export const settingsChangeSchema = z
  .strictObject({
    revision: z.string().min(1).max(100),
    set: z.record(keySchema, jsonSchema).default({}),
    unset: z.array(keySchema).max(mostKeys).default([]),
  })
  .refine(({ set }) => Object.keys(set).length <= mostKeys, { error: `has more than ${mostKeys} keys`, path: ['set'] })
/** That change, as its caller writes it. */
export type SettingsChangeRequest = z.input<typeof settingsChangeSchema>

/** The settings after the change; on a dry run as they are. */
export const settingsChangedSchema = settingsAnswerSchema.extend({
  /** Keys of config.json that differ now, or would. */
  changed: z.array(z.string()),
  /** Secrets that went, since the address that they were entered for is another. */
  cleared: z.array(z.string()),
  dry_run: z.boolean(),
})
export type SettingsChanged = Readonly<z.infer<typeof settingsChangedSchema>>

/** What can be tried as it is set. */
export const testedSchema = z.enum(['model', 'gateway', 'agent'])
export type Tested = z.infer<typeof testedSchema>

/** POST /api/system/settings/test. Of an agent type a short session is launched. */
export const settingsTestSchema = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('model') }),
  z.strictObject({ what: z.literal('gateway') }),
  z.strictObject({ what: z.literal('agent'), agent_type: z.string().min(1).max(200) }),
])
export type SettingsTest = z.infer<typeof settingsTestSchema>

/** One thing that was tried. `says` is a sentence; `hint` what to do next where it failed. */
export const testStepSchema = z.object({
  title: z.string(),
  works: z.boolean(),
  says: z.string(),
  hint: z.string().nullable(),
  took_ms: z.number(),
})
export type TestStep = z.infer<typeof testStepSchema>

/** What was tried, up to the first that failed. */
export const settingsTestedSchema = z.object({
  works: z.boolean(),
  steps: z.array(testStepSchema),
  /** What the model server lists. */
  models: z.array(z.string()),
  /** The model server in words, as `llama.cpp b4567`; null where it does not tell, and for all else. */
  server: z.string().nullable(),
  /** The last lines that the agent printed, as plain text; null where none was launched or it printed nothing. */
  printed: z.string().nullable(),
})
export type SettingsTested = z.infer<typeof settingsTestedSchema>
