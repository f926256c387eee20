// The agent programs that report by something we install: hooks in their settings, or a plugin. The adapters say what.
import type { Harness, HookReports, PluginReports } from '#base/harness/adapter.ts'
import { codeAgent } from '#base/harness/code-agent.ts'
import { codex } from '#base/harness/codex.ts'
import { gemini } from '#base/harness/gemini.ts'
import { opencode } from '#base/harness/opencode.ts'
import { hookClientSchema, type HookClient } from '../contract.ts'

export type { HookClient } from '../contract.ts'
export const hookClients = hookClientSchema.options

export type ClientHooks = (HookReports | PluginReports) & {
  readonly harness: Harness
  readonly label: string
  readonly program: string
}

export const clientHooks: Readonly<Record<HookClient, ClientHooks>> = {
  claude: of(codeAgent),
  codex: of(codex),
  gemini: of(gemini),
  opencode: of(opencode),
}

type Reporting = {
  readonly name: Harness
  readonly label: string
  readonly program: string
  readonly reports: HookReports | PluginReports
}

function of({ name, label, program, reports }: Reporting): ClientHooks {
  return { harness: name, label, program, ...reports }
}

/** The client whose hooks a launch of this harness needs; null where nothing is installed. */
export function hookClientOf(harness: string | null): HookClient | null {
  return hookClients.find((client) => clientHooks[client].harness === harness) ?? null
}
