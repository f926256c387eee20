// Asks the model server of this machine what a model is, before a program is started that would fetch it or ask a cloud.
import { z } from 'zod'
import { isLoopbackName } from '#platform/server/access/loopback.ts'
import { variable, type Environment } from '#platform/server/config/environment.ts'
import { whyNotLocal } from '../../core/harness/local-model.ts'
import { modelServerOf } from '../../core/host-texts.ts'

const askTimeoutMs = 5000
const versionSchema = z.object({ version: z.string() })
const shownSchema = z.object({ remote_host: z.string().nullish() })
const tagsSchema = z.object({ models: z.array(z.object({ name: z.string() })) })

export type Checked =
  | { readonly kind: 'local'; readonly model: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly hint: string }

/** `model` null takes the first that the server has. Never rejects. */
export async function checkModel(environment: Environment, model: string | null): Promise<Checked> {
  const found = modelServerOf(variable(environment, 'OLLAMA_HOST'))
  const server = found === null ? null : { origin: found.origin, isLoopback: isLoopbackName(found.hostname) }
  const origin = server?.isLoopback === true ? server.origin : null
  const version = origin === null ? null : await ask(`${origin}/api/version`, versionSchema)
  const wanted = model ?? (version === null ? null : await firstModel(origin))
  if (wanted === null && version !== null) {
    return {
      kind: 'refused',
      reason: 'The device has no model.',
      hint: 'Fetch one there, as with: ollama pull <model>',
    }
  }
  const name = wanted ?? ''
  const shown = version === null ? null : await ask(`${origin}/api/show`, shownSchema, { model: name })
  const facts = { model: name, server, version: version?.version ?? null }
  const why = whyNotLocal({ ...facts, shown: shown === null ? null : { remoteHost: shown.remote_host ?? null } })
  // Nobody named one: what its name would be is not what is wrong.
  return why === null ? { kind: 'local', model: name } : { kind: 'refused', ...why }
}

async function firstModel(origin: string | null): Promise<string | null> {
  const tags = await ask(`${origin}/api/tags`, tagsSchema)
  return tags?.models[0]?.name ?? null
}

/** Null for what is not there, no answer, or an answer of another program. */
async function ask<T>(url: string, schema: z.ZodType<T>, body?: object): Promise<T | null> {
  try {
    const answer = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(askTimeoutMs),
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return answer.ok ? (schema.safeParse(await answer.json()).data ?? null) : null
  } catch {
    // Nobody listens there, or it is another program.
    return null
  }
}
