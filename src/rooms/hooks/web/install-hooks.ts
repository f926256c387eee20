// Puts our hooks into the settings of an agent program, and says where, or why not.
import { call } from '#platform/web/api/call.ts'
import { report } from '#platform/web/ui/report.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import { installHooks as route } from '../api.ts'
import type { HookClient } from '../contract.ts'

/** `choice`: one of the agent programs by its name, as the step on Home offers them; Claude Code where it offers none. */
export async function installHooks(choice: string | null): Promise<void> {
  const client = clientOf(choice)
  const answer = await call(route, { query: { client } })
  if (!answer.ok) return report('Not installed', answer.error, () => void installHooks(choice))
  const { changed, file, note } = answer.value
  const title = changed ? `Hooks installed in ${file}.` : `The hooks were installed in ${file} before.`
  toast({ tone: 'success', title, text: note ?? `orrery hook uninstall ${client} takes them out without a trace.` })
}

function clientOf(choice: string | null): HookClient {
  return choice === 'codex' || choice === 'gemini' ? choice : 'claude'
}
