// Secrets of webhook strands: `config.webhooks.<strand>.secret`.
import { checkEntries, type Collection, type EntryField } from './entries.ts'
import type { ConfigProblem } from './problem.ts'
import { textValue } from './value-kinds.ts'

export const webhookFields = [
  {
    name: 'secret',
    kind: textValue,
    fallbackText: 'none: the webhook answers 404',
    secret: true,
    doc: "Signs the deliveries of a strand's webhook.",
  },
] as const satisfies readonly EntryField[]

export const webhookStrands: Collection = {
  path: 'webhooks',
  fields: webhookFields,
  namePattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
  nameDemand: 'this is no id of a strand',
}

export type Webhooks = Readonly<Record<string, { readonly secret: string }>>

export function parseWebhooks(raw: unknown): {
  readonly webhooks: Webhooks
  readonly problems: readonly ConfigProblem[]
} {
  const { entries, problems } = checkEntries(raw, webhookStrands)
  const webhooks: Record<string, { secret: string }> = {}
  const missing: ConfigProblem[] = []
  for (const [strand, { secret }] of entries) {
    if (typeof secret === 'string') webhooks[strand] = { secret }
    else missing.push({ at: `webhooks.${strand}`, reason: 'needs a secret' })
  }
  return { webhooks, problems: [...problems, ...missing] }
}
