// Lines of an agent's own file as records of usage: which client's, and what is known of the file so far.
import type { UsageRecord, UsageSource } from '../contract.ts'
import { usageOfClaude } from './usage-of-claude.ts'
import { newCodexFile, usageOfCodex, type CodexState } from './usage-of-codex.ts'
import { usageOfGemini } from './usage-of-gemini.ts'
import { usageOfOpencode } from './usage-of-opencode.ts'

/** The clients whose files tell of usage, by their harness, and what their records are marked with. */
export const sourceOfClient = {
  'code-agent': 'claude',
  codex: 'codex',
  gemini: 'gemini',
  opencode: 'opencode',
} as const satisfies Readonly<Record<string, UsageSource>>
export type UsageClient = keyof typeof sourceOfClient

/** Null for a harness that tells nothing. */
export function usageClientOf(harness: string | null): UsageClient | null {
  return usageClients.find((client) => client === harness) ?? null
}
const usageClients = ['code-agent', 'codex', 'gemini', 'opencode'] as const satisfies readonly UsageClient[]

/** What has to be known of the lines before; the same lines give the same records, wherever reading was broken off. */
export type LinesState = CodexState | null

export type LinesRead = { readonly state: LinesState; readonly records: readonly UsageRecord[] }

export type LinesOf = { readonly client: UsageClient; readonly conversation: string; readonly state: LinesState }

/** Of several records with one key the last alone is answered. */
export function readLines(lines: readonly string[], { client, conversation, state }: LinesOf): LinesRead {
  const records = new Map<string, UsageRecord>()
  let codex = state ?? newCodexFile
  for (const line of lines) {
    const read = recordsOf(line, { client, conversation, codex })
    codex = read.state
    for (const record of read.records) records.set(record.key, record)
  }
  return { state: client === 'codex' ? codex : null, records: [...records.values()] }
}

const stateless: Readonly<
  Record<Exclude<UsageClient, 'codex'>, (line: string, conversation: string) => UsageRecord[]>
> = { 'code-agent': usageOfClaude, gemini: usageOfGemini, opencode: usageOfOpencode }

type Line = { readonly client: UsageClient; readonly conversation: string; readonly codex: CodexState }

function recordsOf(line: string, { client, conversation, codex }: Line) {
  if (client === 'codex') return usageOfCodex(line, codex)
  return { state: codex, records: stateless[client](line, conversation) }
}
