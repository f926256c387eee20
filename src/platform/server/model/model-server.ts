// Which program serves the model, and of which version: asked where the known ones tell it, and only when a person tests.
import { z } from 'zod'
import { printable } from '#base/printable.ts'
import { readBody } from './read-body.ts'

export type ModelServer = { readonly name: string; readonly version: string | null }

/** Each beside the base address, under `…/v1`. */
const tells = [
  { path: 'api/version', name: 'Ollama', schema: z.object({ version: z.string() }) },
  { path: 'props', name: 'llama.cpp', schema: z.object({ build_info: z.string() }) },
  { path: 'version', name: 'vLLM', schema: z.object({ version: z.string() }) },
] as const

const answerLimitBytes = 256 * 1024
const longestVersion = 60

/**
 * Null for a server that tells nothing we know. `url` is the base address of chat completions: nothing but it and its
 * neighbours is asked, without redirects and within `timeoutMs` each.
 */
export async function findModelServer(url: string, timeoutMs: number): Promise<ModelServer | null> {
  const base = url.replace(/\/+$/, '').replace(/\/v1$/, '')
  const told = await Promise.all(
    tells.map(async ({ path, name, schema }) => {
      const parsed = schema.safeParse(await askJson(`${base}/${path}`, timeoutMs))
      if (!parsed.success) return null
      const version = 'version' in parsed.data ? parsed.data.version : parsed.data.build_info
      return { name, version: printable(version).slice(0, longestVersion) }
    }),
  )
  return told.find((server) => server !== null) ?? null
}

/** Undefined for whatever is no JSON in time: other programs answer these paths in any way. */
async function askJson(url: string, timeoutMs: number): Promise<unknown> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const text = await readBody(response, answerLimitBytes)
    return response.ok && text !== null ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** `llama.cpp b4567`. */
export function serverWords({ name, version }: ModelServer): string {
  return version === null || version === '' ? name : `${name} ${version}`
}
