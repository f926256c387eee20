// An agent that asks a person by the hook script that real clients run, and prints what its client was told.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Approval, ApprovalState, DecisionRequest } from '#rooms/approvals/contract.ts'
import type { Place } from './journey.ts'
import { launch, sessionOf } from './http.ts'
import { until } from './until.ts'

export type AskingOptions = {
  readonly label: string
  /** What its client gives to the hook, beside `session_id`. */
  readonly request?: object
  /** In print mode it has no dialog of its own. */
  readonly isPrint?: boolean
}

let count = 0

/** Launched in tmux; asks at once. */
export async function openAskingAgent(
  { home, service }: Pick<Place, 'home' | 'service'>,
  { label, request = { tool_name: 'Bash', tool_input: { command: 'npm test' } }, isPrint = false }: AskingOptions,
) {
  count += 1
  const name = `agent-asks-${count}`
  const file = join(home.home, `${name}.json`)
  await writeFile(file, JSON.stringify({ session_id: name, ...request }))
  const script = (which: string, event: string) =>
    `bash '${join(home.home, 'bin', which)}' ${event} code-agent < '${file}'`
  const program = [
    isPrint ? 'unset CLAUDE_CODE_ENTRYPOINT' : 'export CLAUDE_CODE_ENTRYPOINT=cli',
    `told=$(${script('orrery-approval.sh', 'PermissionRequest')})`,
    'echo "its client was told: ${told:-nothing}"',
    `while read -r key; do [ "$key" = ran ] && ${script('orrery-hook.sh', 'PostToolUse')}; done`,
  ].join('; ')
  const launched = await launch(service, { agent_type: 'shell', session_name: name, label, prompt: program })
  if (launched.status !== 201) throw new Error(launched.text)
  const { id } = sessionOf(launched)
  const list = async (state: ApprovalState) =>
    (await service.call(`GET /api/approvals?session=${id}&state=${state}`, { token: service.token })).json
      .approvals as readonly Approval[]
  const screen = () => home.tmux('capture-pane', '-J', '-p', '-t', `=${name}:`)
  await until(`${label} asks`, async () => (await list('open')).length > 0)
  const asked = (await list('open'))[0]
  if (asked === undefined) throw new Error(`${label} does not ask any more`)
  return {
    id,
    name,
    asked,
    screen,
    /** Its client says that the tool ran, or that somebody answered its own dialog. */
    goOn: () => home.tmux('send-keys', '-t', `=${name}:`, 'ran', 'Enter'),
    is: (state: ApprovalState) => until(`${label} is ${state}`, async () => (await list(state)).length > 0),
    decide: (decision: Partial<DecisionRequest>) =>
      service.call(`POST /api/approvals/${asked.id}`, {
        token: service.token,
        json: { decision: 'approve', input_hash: asked.input_hash, ...decision },
      }),
    /** What the client prints of the answer holds these words. */
    reads: (words: string) =>
      until(`its client reads ${words}`, async () => (await screen()).replaceAll('\n', '').includes(words)),
  }
}
