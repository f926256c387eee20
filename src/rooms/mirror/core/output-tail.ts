// What the steps of a mirrored run show as their output.
import { outputTailLimit } from '#rooms/flow/contract.ts'
import type { UpstreamRun } from './upstream.ts'

/** The summary, or the error where there is none, then model, provider, duration and token counts, as far as they are known. */
export function execTail(run: UpstreamRun): string {
  const { summary, error, diagnostics, model, provider, usage } = run
  const said = [summary, error, diagnostics === summary || diagnostics === error ? null : diagnostics]
  const facts = [
    model === null ? null : `model: ${model}`,
    provider === null ? null : `provider: ${provider}`,
    `duration: ${seconds(run.durationMs)}`,
    usage === null ? null : `tokens: in ${usage.inputTokens}, out ${usage.outputTokens}, total ${usage.totalTokens}`,
    usage === null || usage.cost === null ? null : `cost: $${usage.cost}`,
  ]
  const below = present(facts).join('\n')
  const above = present(said).join('\n\n')
  // The facts stand last and survive a summary of any length.
  const room = outputTailLimit - below.length - 2
  return above === '' ? below : `${cut(above, room)}\n\n${below}`
}

/** The delivery resolution, pretty-printed: intended and resolved channel, whether a fallback was used, and what went wrong. */
export function deliverTail(run: UpstreamRun): string {
  const { delivery, delivered, deliveryStatus, deliveryError } = run
  const told = {
    ...delivery,
    delivered,
    ...(deliveryStatus === null ? {} : { status: deliveryStatus }),
    ...(deliveryError === null ? {} : { error: deliveryError }),
  }
  return cut(JSON.stringify(told, null, 2), outputTailLimit)
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(durationMs < 10_000 ? 2 : 1)} s (${durationMs} ms)`
}

function present(parts: readonly (string | null)[]): readonly string[] {
  return parts.filter((part) => part !== null && part.trim() !== '').map(String)
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, Math.max(0, limit - 1)).toWellFormed()}…`
}

/** Bytes of a text as UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
