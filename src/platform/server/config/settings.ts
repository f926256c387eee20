// Every plain setting as data: validation, `orrery config print` and the guide's table all come from here.
import { join } from 'node:path'
import { err, ok, type Result } from '#base/result.ts'
import { notifySettings } from './notify-settings.ts'
import { keptDays, setting, type Setting } from './setting.ts'
import {
  absolutePathValue,
  choiceValue,
  flagValue,
  hostPatternValue,
  hostValue,
  integerValue,
  listOf,
  postgresUrlValue,
  optional,
  originValue,
  priceValue,
  socketNameValue,
  textValue,
  timeZoneValue,
  tokenValue,
  urlValue,
} from './value-kinds.ts'

const portValue = integerValue(0, 65_535)
const gatewayUrlValue = urlValue(['ws', 'wss'])

function replaceGatewayPort(text: string, present: string): Result<string, string> {
  const port = integerValue(1, 65_535).parse(portValue.fromText(text))
  if (!port.ok) return err(port.error)
  const url = new URL(present)
  url.port = String(port.value)
  return ok(url.href.replace(/\/+$/, ''))
}

export const settings = {
  home: setting({
    path: 'home',
    kind: absolutePathValue,
    fallback: '',
    fallbackText: '~/.service',
    env: 'SERVICE_HOME',
    inFile: false,
    doc: 'Folder of everything that the service keeps, config.json included; made with mode 0700.',
  }),
  host: setting({
    path: 'host',
    kind: hostValue,
    fallback: '127.0.0.1',
    env: 'HOST',
    atStart: true,
    guarded: true,
    doc: 'Address to listen on; any but one of this machine alone, as 127.0.0.1, opens the service to other machines.',
  }),
  port: setting({
    path: 'port',
    kind: portValue,
    fallback: 7420,
    env: 'PORT',
    atStart: true,
    doc: 'Port to listen on; 0 picks a free one.',
  }),
  accessToken: setting({
    path: 'accessToken',
    kind: optional(tokenValue),
    fallback: null,
    fallbackText: 'made once, in $SERVICE_HOME/access-token',
    env: 'ACCESS_TOKEN',
    inFile: false,
    secret: true,
    doc: 'The access token: whoever has it may do everything.',
  }),
  deployment: setting({
    path: 'deployment',
    kind: optional(textValue),
    fallback: null,
    env: 'DEPLOYMENT',
    inFile: false,
    doc: '`cloud-fabric` turns on fabric mode; anything else is legacy mode.',
  }),
  tmuxSocket: setting({
    path: 'tmuxSocket',
    kind: optional(socketNameValue),
    fallback: null,
    env: 'SERVICE_TMUX_SOCKET',
    atStart: true,
    doc: "Name of a tmux server of its own, as in `tmux -L name`; unset: the person's usual one.",
  }),
  publicUrl: setting({
    path: 'publicUrl',
    kind: optional(originValue),
    fallback: null,
    env: 'SERVICE_PUBLIC_URL',
    atStart: true,
    guarded: true,
    doc: 'Address by which others reach the page; setting it opens the service to other machines.',
  }),
  allowedHosts: setting({
    path: 'allowedHosts',
    kind: listOf(hostPatternValue),
    fallback: [],
    atStart: true,
    guarded: true,
    doc: 'Further host names that the service answers to; setting one opens it to other machines.',
  }),
  requireTokenLocally: setting({
    path: 'requireTokenLocally',
    kind: flagValue,
    fallback: false,
    guarded: true,
    doc: 'Programs of this machine need a login, too: for machines with several users.',
  }),
  fabricHostnames: setting({
    path: 'fabricHostnames',
    kind: listOf(hostPatternValue),
    fallback: [],
    doc: 'Host names on which the page shows fabric mode, besides those that begin with `fabric.`.',
  }),
  fabricMode: setting({
    path: 'fabricMode',
    kind: choiceValue(['deployment', 'hostname']),
    fallback: 'deployment',
    doc: 'Who tells the page its mode: `DEPLOYMENT` of the server, or the host name in the browser.',
  }),
  fabricLocalDevice: setting({
    path: 'fabric.localDevice',
    kind: flagValue,
    fallback: true,
    atStart: true,
    doc: 'In fabric mode: whether this machine is a device, too, that sessions are started on.',
  }),
  hooksPort: setting({
    path: 'hooks.port',
    kind: optional(portValue),
    fallback: null,
    fallbackText: 'port + 1, else a free one',
    atStart: true,
    doc: 'Port of the local listener for hooks that an exposed service opens beside the main one.',
  }),
  hooksAutoInstall: setting({
    path: 'hooks.autoInstall',
    kind: flagValue,
    fallback: true,
    doc: 'Installs the hooks of agent programs into their settings at each launch.',
  }),
  hooksInteractiveStop: setting({
    path: 'hooks.interactiveStop',
    kind: choiceValue(['to_review', 'exit']),
    fallback: 'to_review',
    doc: 'What the end of a turn reports in an interactive session; `exit` moves one that we launched to review after 10 s.',
  }),
  hooksPromptSubmit: setting({
    path: 'hooks.promptSubmit',
    kind: choiceValue(['working', 'letter']),
    fallback: 'working',
    doc: 'Whether a submitted prompt counts as work about to begin, or sends `prompt_ready` alone.',
  }),
  approvalsEnabled: setting({
    path: 'approvals.enabled',
    kind: flagValue,
    fallback: true,
    doc: 'Whether what an agent asks to be allowed can be answered here; its own dialog stays usable meanwhile.',
  }),
  approvalsWaitS: setting({
    path: 'approvals.waitS',
    // The agents’ own limit for the hook is an hour.
    kind: integerValue(10, 3500),
    fallback: 1800,
    doc: 'Seconds that an agent waits for an answer from here; then it asks in its terminal alone.',
  }),
  approvalsFromNotification: setting({
    path: 'approvals.fromNotification',
    kind: listOf(textValue),
    fallback: ['Read', 'Glob', 'Grep', 'WebSearch'],
    doc: 'Tools that may be approved on a notification itself, where all that they are given stands in it; any may be denied there.',
  }),
  shellIntegration: setting({
    path: 'shell.integration',
    kind: flagValue,
    fallback: true,
    doc: 'Whether an interactive bash or zsh that is launched here marks where its commands begin and end.',
  }),
  ...notifySettings,
  gatewayUrl: setting({
    path: 'gateway.url',
    kind: gatewayUrlValue,
    fallback: 'ws://127.0.0.1:18789',
    env: 'GATEWAY_PORT',
    readEnv: replaceGatewayPort,
    secretOfUrl: 'gateway.token',
    doc: "Address of the agent gateway; GATEWAY_PORT replaces the address's port.",
  }),
  gatewayToken: setting({
    path: 'gateway.token',
    kind: optional(tokenValue),
    fallback: null,
    secret: true,
    fallbackText: "the one in the gateway's own file on this machine",
    doc: 'Token that the gateway asks for.',
  }),
  gatewayShowForeignAgents: setting({
    path: 'gateway.showForeignAgents',
    kind: flagValue,
    fallback: false,
    doc: 'Shows agents on the board that the gateway runs for others, as for a chat.',
  }),
  modelUrl: setting({
    path: 'model.url',
    kind: urlValue(['http', 'https']),
    fallback: 'http://127.0.0.1:11434/v1',
    env: 'SERVICE_MODEL_URL',
    doc: 'Base address of the local model server (chat completions).',
  }),
  modelName: setting({
    path: 'model.name',
    kind: optional(textValue),
    fallback: null,
    fallbackText: 'the first that the model server lists',
    env: 'SERVICE_MODEL',
    doc: 'Model to ask.',
  }),
  modelContextTokens: setting({
    path: 'model.contextTokens',
    kind: integerValue(2048, 4_000_000),
    fallback: 4096,
    doc: 'Tokens that the model server gives to one prompt with its answer; more tasks than fit are asked about in batches.',
  }),
  modelTimeoutSeconds: setting({
    path: 'model.timeoutSeconds',
    // fetch itself gives up after five minutes without an answer.
    kind: integerValue(1, 290),
    fallback: 240,
    doc: 'Longest time that one answer of the model server may take.',
  }),
  triageMaxTasks: setting({
    path: 'triage.maxTasks',
    kind: integerValue(1, 100_000),
    fallback: 1000,
    doc: 'Most open tasks that one run of triage asks the model about, the likeliest first; the others keep their scores.',
  }),
  mcpAgentTypes: setting({
    path: 'mcp.agentTypes',
    kind: listOf(textValue),
    fallback: ['code-agent', 'gateway-agent'],
    guarded: true,
    doc: 'Agent types that agents may launch and type into by the MCP tools; `shell` runs any command and is left out unless listed.',
  }),
  mcpMaxSessions: setting({
    path: 'mcp.maxSessions',
    kind: integerValue(0, 100),
    fallback: 4,
    doc: 'How many sessions agents may have at once that they launched by the MCP tools.',
  }),
  assistantModels: setting({
    path: 'assistant.models',
    kind: listOf(textValue),
    fallback: ['qwen3-coder:30b', 'gpt-oss:20b', 'llama3.1:8b'],
    doc: 'Models that the local assistant is offered with, the default one first; any other name can be asked for, too.',
  }),
  assistantCommand: setting({
    path: 'assistant.command',
    kind: listOf(textValue),
    fallback: ['ollama', 'run', '{model}', '--nowordwrap', '--hidethinking'],
    atStart: true,
    doc: 'Command that answers for the local assistant on this machine, as argv; `{model}` stands for the model, the question comes on standard input.',
  }),
  dbSync: setting({
    path: 'db.sync',
    kind: choiceValue(['normal', 'full']),
    fallback: 'normal',
    atStart: true,
    doc: '`normal` keeps every answered change through a crash of the service, `full` through a power loss too.',
  }),
  retentionSessionEventsDays: keptDays({
    path: 'retention.sessionEventsDays',
    fallback: 30,
    doc: 'Days that the history of sessions is kept.',
  }),
  retentionSessionsDays: keptDays({
    path: 'retention.sessionsDays',
    fallback: 30,
    doc: 'Days that sessions which left the board are kept, with their output and their events.',
  }),
  retentionDeletedTasksDays: keptDays({
    path: 'retention.deletedTasksDays',
    fallback: 30,
    doc: 'Days that a deleted task can be brought back; then it goes for good, with its history.',
  }),
  retentionFlowRunDays: keptDays({
    path: 'retention.flowRunDays',
    fallback: 30,
    doc: 'Days that runs of strands are kept, with their output. The newest 50 of each strand stay in any case, more than 1,000 never do.',
  }),
  retentionTriageDays: keptDays({
    path: 'retention.triageDays',
    fallback: 180,
    doc: 'Days that runs of triage are kept, with their scores and the briefs and corrections that they consumed. The last 50 that succeeded and what explains where a task stands stay in any case; of all others, 1,000 at most.',
  }),
  retentionAuditDays: keptDays({
    path: 'retention.auditDays',
    fallback: 365,
    doc: 'For so many days it is kept who changed settings or logged in. Of refused logins 10,000 rows at most.',
  }),
  retentionDeliveriesDays: keptDays({
    path: 'retention.deliveriesDays',
    fallback: 30,
    doc: 'Days that it is kept which notifications were sent and how that went; 10,000 rows at most.',
  }),
  fuelPrices: setting({
    path: 'fuel.prices',
    kind: listOf(priceValue),
    fallback: [],
    doc: 'Prices of models, over those that Orrery knows: `<model> <input>/<output>[/<cache read>[/<cache write>]]`, in dollars for a million tokens.',
  }),
  fuelTimeZone: setting({
    path: 'fuel.timeZone',
    kind: optional(timeZoneValue),
    fallback: null,
    fallbackText: 'that of the machine',
    doc: 'Time zone in which days of usage and budgets begin and end, as Europe/Berlin.',
  }),
  flowCapabilities: setting({
    path: 'flow.capabilities',
    kind: listOf(textValue),
    fallback: [],
    doc: 'What this machine offers to steps that require it, as `has-snowflake-creds`; a step that requires anything else fails.',
  }),
  storeUrl: setting({
    path: 'storeUrl',
    kind: optional(urlValue(['http', 'https'])),
    fallback: null,
    env: 'SERVICE_STORE_URL',
    inFile: false,
    doc: 'Address of the presence store that instance-gc tidies.',
  }),
  storeKey: setting({
    path: 'storeKey',
    kind: optional(tokenValue),
    fallback: null,
    env: 'SERVICE_STORE_KEY',
    inFile: false,
    secret: true,
    doc: 'Service-role key of the presence store.',
  }),
  motherSessionsDir: {
    path: 'motherSessionsDir',
    kind: absolutePathValue,
    fallback: (home: string) => join(home, 'mother-sessions'),
    fallbackText: '$SERVICE_HOME/mother-sessions',
    env: 'SERVICE_MOTHER_SESSIONS_DIR',
    inFile: true,
    secret: false,
    atStart: true,
    guarded: false,
    secretOfUrl: null,
    doc: "Folder of the local assistant's session logs.",
  },
  databaseUrl: setting({
    path: 'databaseUrl',
    kind: optional(postgresUrlValue),
    fallback: null,
    fallbackText: 'everything in the home',
    env: 'DATABASE_URL',
    inFile: false,
    secret: true,
    doc: 'PostgreSQL that keeps the board and runs strands, so that several machines share them.',
  }),
  stores: setting({
    path: 'stores',
    kind: optional(choiceValue(['home', 'shared'])),
    fallback: null,
    fallbackText: '`shared`, once nothing of the home would be left behind',
    env: 'SERVICE_STORES',
    inFile: false,
    doc: 'With DATABASE_URL: `shared` keeps everything in PostgreSQL, `home` only strands.',
  }),
  node: setting({
    path: 'node',
    kind: optional(socketNameValue),
    fallback: null,
    fallbackText: 'the name of the machine',
    env: 'SERVICE_NODE',
    inFile: false,
    doc: 'Name of this machine among those that share one PostgreSQL; two services of one machine need two.',
  }),
} satisfies Record<string, Setting<unknown>>

export type { Setting } from './setting.ts'
export type SettingName = keyof typeof settings
export type SettingValues = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never
}
