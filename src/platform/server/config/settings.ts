// Every plain setting as data: validation, `orrery config print` and the guide's table all come from here.
import { join } from 'node:path'
import { err, ok, type Result } from '#base/result.ts'
import type { Config } from './config.ts'
import {
  absolutePathValue,
  choiceValue,
  flagValue,
  hostPatternValue,
  hostValue,
  integerValue,
  listOf,
  notYetValue,
  optional,
  originValue,
  socketNameValue,
  textValue,
  tokenValue,
  urlValue,
  type Kind,
} from './value-kinds.ts'

export type Setting<T> = {
  /** Place in config.json, dotted. */
  readonly path: string
  readonly kind: Kind<T>
  readonly fallback: (home: string) => T
  /** How the guide names a default that depends on the home or is made later. */
  readonly fallbackText?: string
  readonly env: string | null
  /** For a variable that sets only a part of the value; `present` is what default and file gave. */
  readEnv?(text: string, present: T): Result<T, string>
  /** Whether config.json may hold it: the rest describes the process, or is a secret that a shared file should not hold. */
  readonly inFile: boolean
  readonly secret: boolean
  readonly doc: string
}

/** The form that nearly all settings have. */
type Plain<T> = Pick<Setting<T>, 'path' | 'kind' | 'doc'> & { readonly fallback: NoInfer<T> } & Partial<
    Pick<Setting<T>, 'env' | 'readEnv' | 'inFile' | 'secret' | 'fallbackText'>
  >

function setting<T>({ fallback, ...plain }: Plain<T>): Setting<T> {
  return { env: null, inFile: true, secret: false, ...plain, fallback: () => fallback }
}

const keptDays = (plain: Omit<Plain<number>, 'kind'>): Setting<number> =>
  setting({ ...plain, kind: integerValue(1, 3650) })

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
    doc: 'Address to listen on; any but a loopback address exposes the service.',
  }),
  port: setting({
    path: 'port',
    kind: portValue,
    fallback: 7420,
    env: 'PORT',
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
    doc: 'Bearer token of the API.',
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
    doc: "Name of a tmux server of its own, as in `tmux -L name`; unset: the person's usual one.",
  }),
  publicUrl: setting({
    path: 'publicUrl',
    kind: optional(originValue),
    fallback: null,
    env: 'SERVICE_PUBLIC_URL',
    doc: 'Address by which others reach the page; setting it exposes the service.',
  }),
  allowedHosts: setting({
    path: 'allowedHosts',
    kind: listOf(hostPatternValue),
    fallback: [],
    doc: 'Further names accepted in Host headers; setting it exposes the service.',
  }),
  requireTokenLocally: setting({
    path: 'requireTokenLocally',
    kind: flagValue,
    fallback: false,
    doc: 'Demands credentials from local callers too, for machines with several users.',
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
  hooksPort: setting({
    path: 'hooks.port',
    kind: optional(portValue),
    fallback: null,
    fallbackText: 'port + 1, else a free one',
    doc: 'Port of the local listener for hooks that an exposed service opens beside the main one.',
  }),
  hooksAutoInstall: setting({
    path: 'hooks.autoInstall',
    kind: flagValue,
    fallback: true,
    doc: "Installs the hooks into Claude Code's settings at each code-agent launch.",
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
  gatewayUrl: setting({
    path: 'gateway.url',
    kind: gatewayUrlValue,
    fallback: 'ws://127.0.0.1:18789',
    env: 'GATEWAY_PORT',
    readEnv: replaceGatewayPort,
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
  dbSync: setting({
    path: 'db.sync',
    kind: choiceValue(['normal', 'full']),
    fallback: 'normal',
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
    doc: 'Days that the output of sessions is kept which left the board by their age.',
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
  flowCapabilities: setting({
    path: 'flow.capabilities',
    kind: listOf(textValue),
    fallback: [],
    doc: 'What this machine has of that which strands require, as `has-snowflake-creds`; a step that requires anything else fails.',
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
    doc: "Folder of the local assistant's session logs.",
  },
  databaseUrl: setting({
    path: 'databaseUrl',
    kind: notYetValue(
      'left out',
      'left out: PostgreSQL is not supported yet, everything is kept in SQLite in the home. ' +
        'If the variable is meant for other programs, start without it: env -u DATABASE_URL npm start',
    ),
    fallback: null,
    fallbackText: 'SQLite in the home',
    env: 'DATABASE_URL',
    inFile: false,
    secret: true,
    doc: 'For several machines on one PostgreSQL, which is not there yet: a start with it is refused.',
  }),
} satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof settings
export type SettingValues = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never
}

/** The settings' nested form, which the rest of the service gets. */
export function assembleConfig(values: SettingValues, rest: Pick<Config, 'agents' | 'webhooks'>): Config {
  const {
    hooksPort,
    hooksAutoInstall,
    hooksInteractiveStop,
    hooksPromptSubmit,
    gatewayUrl,
    gatewayToken,
    gatewayShowForeignAgents,
    modelUrl,
    modelName,
    modelContextTokens,
    modelTimeoutSeconds,
    triageMaxTasks,
    dbSync,
    retentionSessionEventsDays,
    retentionSessionsDays,
    retentionDeletedTasksDays,
    retentionFlowRunDays,
    retentionTriageDays,
    flowCapabilities,
    storeUrl,
    storeKey,
    ...plain
  } = values
  return {
    ...plain,
    hooks: {
      port: hooksPort,
      autoInstall: hooksAutoInstall,
      interactiveStop: hooksInteractiveStop,
      promptSubmit: hooksPromptSubmit,
    },
    gateway: { url: gatewayUrl, token: gatewayToken, showForeignAgents: gatewayShowForeignAgents },
    model: {
      url: modelUrl,
      name: modelName,
      contextTokens: modelContextTokens,
      timeoutSeconds: modelTimeoutSeconds,
    },
    triage: { maxTasks: triageMaxTasks },
    db: { sync: dbSync },
    retention: {
      sessionEventsDays: retentionSessionEventsDays,
      sessionsDays: retentionSessionsDays,
      deletedTasksDays: retentionDeletedTasksDays,
      flowRunDays: retentionFlowRunDays,
      triageDays: retentionTriageDays,
    },
    flow: { capabilities: flowCapabilities },
    store: { url: storeUrl, key: storeKey },
    ...rest,
  }
}

/** The way back, for printing and masking. */
export function settingValues(config: Config): SettingValues {
  const { agents: _agents, webhooks: _hooks, ...rest } = config
  const { hooks, gateway, model, triage, db, retention, flow, store, ...plain } = rest
  return {
    ...plain,
    hooksPort: hooks.port,
    hooksAutoInstall: hooks.autoInstall,
    hooksInteractiveStop: hooks.interactiveStop,
    hooksPromptSubmit: hooks.promptSubmit,
    gatewayUrl: gateway.url,
    gatewayToken: gateway.token,
    gatewayShowForeignAgents: gateway.showForeignAgents,
    modelUrl: model.url,
    modelName: model.name,
    modelContextTokens: model.contextTokens,
    modelTimeoutSeconds: model.timeoutSeconds,
    triageMaxTasks: triage.maxTasks,
    dbSync: db.sync,
    retentionSessionEventsDays: retention.sessionEventsDays,
    retentionSessionsDays: retention.sessionsDays,
    retentionDeletedTasksDays: retention.deletedTasksDays,
    retentionFlowRunDays: retention.flowRunDays,
    retentionTriageDays: retention.triageDays,
    flowCapabilities: flow.capabilities,
    storeUrl: store.url,
    storeKey: store.key,
  }
}
