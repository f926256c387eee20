import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notifyChannels, notifyKinds } from '#base/notify-names.ts'
import { err, ok } from '#base/result.ts'
import { configRows, secretsOf } from './config-rows.ts'
import { resolveConfig, type ConfigInput } from './resolve-config.ts'

/** Stands in for the sessions room's checker: splits at blanks and knows one placeholder that is wrong. */
const parseTemplate: ConfigInput['parseTemplate'] = (command) => {
  const argv = typeof command === 'string' ? command.split(' ') : command
  return argv.includes('{promt}') ? err('has the unknown placeholder {promt}; did you mean {prompt}?') : ok(argv)
}

function resolve(file: unknown, environment: ConfigInput['environment'] = {}) {
  return resolveConfig({ home: '/home/ada/.service', homeSource: 'default', file, environment, parseTemplate })
}

function config(file: unknown, environment: ConfigInput['environment'] = {}) {
  const resolved = resolve(file, environment)
  assert.ok(resolved.ok, resolved.ok ? '' : JSON.stringify(resolved.error))
  return resolved.value
}

function problems(file: unknown, environment: ConfigInput['environment'] = {}): string[] {
  const resolved = resolve(file, environment)
  assert.ok(!resolved.ok, 'the settings were accepted')
  return resolved.error.map(({ at, reason }) => `${at}: ${reason}`)
}

const usualRule = { on: true, delayS: 5, quiet: null, channels: notifyChannels, showText: false }

test('without a file and variables every setting has its default', () => {
  const { agents, ...rest } = config({}).config
  assert.deepEqual(rest, {
    home: '/home/ada/.service',
    host: '127.0.0.1',
    port: 7420,
    tmuxSocket: null,
    accessToken: null,
    deployment: null,
    publicUrl: null,
    allowedHosts: [],
    requireTokenLocally: false,
    fabricHostnames: [],
    fabricMode: 'deployment',
    fabric: { localDevice: true },
    hooks: { port: null, autoInstall: true, interactiveStop: 'to_review', promptSubmit: 'working' },
    approvals: { enabled: true, waitS: 1800, fromNotification: ['Read', 'Glob', 'Grep', 'WebSearch'] },
    shell: { integration: true },
    notify: {
      rules: Object.fromEntries(notifyKinds.map((kind) => [kind, usualRule])),
      approvalDelayS: 0,
      slackUrl: null,
      telegramUrl: 'https://api.telegram.org',
      telegramToken: null,
      telegramChat: null,
      webhookUrl: null,
      webhookSecret: null,
      privateTargets: [],
      contact: null,
    },
    gateway: { url: 'ws://127.0.0.1:18789', token: null, showForeignAgents: false },
    model: { url: 'http://127.0.0.1:11434/v1', name: null, contextTokens: 4096, timeoutSeconds: 240 },
    triage: { maxTasks: 1000 },
    mcp: { agentTypes: ['code-agent', 'gateway-agent'], maxSessions: 4 },
    assistant: {
      models: ['qwen3-coder:30b', 'gpt-oss:20b', 'llama3.1:8b'],
      command: ['ollama', 'run', '{model}', '--nowordwrap', '--hidethinking'],
    },
    webhooks: {},
    db: { sync: 'normal' },
    retention: {
      sessionEventsDays: 30,
      sessionsDays: 30,
      deletedTasksDays: 30,
      flowRunDays: 30,
      triageDays: 180,
      auditDays: 365,
      deliveriesDays: 30,
    },
    fuel: { prices: [], timeZone: null },
    flow: { capabilities: [] },
    store: { url: null, key: null },
    motherSessionsDir: '/home/ada/.service/mother-sessions',
    databaseUrl: null,
    stores: null,
    node: null,
  })
  assert.deepEqual(Object.keys(agents), ['code-agent', 'codex', 'gemini', 'opencode', 'gateway-agent', 'shell'])
  assert.deepEqual(agents.shell?.command, ['sh', '-c', '{prompt}'])
})

const everyVariable = [
  ['PORT', '0', 'port', 0],
  ['PORT', '65535', 'port', 65_535],
  ['HOST', '::1', 'host', '::1'],
  ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['ACCESS_TOKEN', 'abc', 'accessToken', 'abc'],
  ['DEPLOYMENT', 'cloud-fabric', 'deployment', 'cloud-fabric'],
  ['GATEWAY_PORT', '18800', 'gateway.url', 'ws://127.0.0.1:18800'],
  ['SERVICE_TMUX_SOCKET', 'orrery-test', 'tmuxSocket', 'orrery-test'],
  ['SERVICE_MODEL_URL', 'http://127.0.0.1:8080/v1/', 'model.url', 'http://127.0.0.1:8080/v1'],
  ['SERVICE_MODEL', 'qwen', 'model.name', 'qwen'],
  ['SERVICE_PUBLIC_URL', 'https://board.example.net/', 'publicUrl', 'https://board.example.net'],
  ['SERVICE_STORE_URL', 'https://store.example.net', 'store.url', 'https://store.example.net'],
  ['SERVICE_STORE_KEY', 'service-role', 'store.key', 'service-role'],
  ['SERVICE_MOTHER_SESSIONS_DIR', '/var/mother', 'motherSessionsDir', '/var/mother'],
  ['DATABASE_URL', 'postgres://u:p@db/orrery', 'databaseUrl', 'postgres://u:p@db/orrery'],
  ['SERVICE_STORES', 'shared', 'stores', 'shared'],
  ['SERVICE_NODE', 'attic', 'node', 'attic'],
] as const

for (const [name, text, key, value] of everyVariable) {
  test(`${name}=${text} sets ${key}`, () => {
    const found = key
      .split('.')
      .reduce<unknown>((part, name) => Object(part)[name], config({}, { [name]: text }).config)
    assert.equal(found, value)
  })
}

test('the environment wins over config.json, and config.json over the default, each named as the source', () => {
  const file = { port: 8000, gateway: { url: 'ws://10.0.0.5:9' }, model: { name: 'llama' } }
  const resolved = config(file, { PORT: '9000', GATEWAY_PORT: '18800' })
  assert.equal(resolved.config.port, 9000)
  assert.equal(resolved.config.gateway.url, 'ws://10.0.0.5:18800')
  const sources = ['port', 'gateway.url', 'model.name', 'model.url', 'host'].map((key) => resolved.sources.get(key))
  assert.deepEqual(sources, ['PORT', 'GATEWAY_PORT', 'config.json', 'default', 'default'])
})

test("an agent's SERVICE_HOOK_PORT is no setting, and an empty variable is none", () => {
  const { config: found } = config({}, { SERVICE_HOOK_PORT: '1', PORT: '', HOST: '', DATABASE_URL: '' })
  assert.equal(found.port, 7420)
  assert.equal(found.host, '127.0.0.1')
  assert.equal(found.hooks.port, null)
})

test('the settings are frozen to the last list', () => {
  const { config: found } = config({ allowedHosts: ['a.example'] })
  for (const part of [found, found.hooks, found.allowedHosts, found.agents, found.agents.shell?.command]) {
    assert.ok(Object.isFrozen(part))
  }
})

const portDemand = 'must be a whole number from 0 to 65535'
const refusedVariables = [
  [{ PORT: 'abc' }, `PORT: ${portDemand}, and is "abc"`],
  [{ PORT: '65536' }, `PORT: ${portDemand}, and is "65536"`],
  [{ PORT: '-1' }, `PORT: ${portDemand}, and is "-1"`],
  [{ PORT: '7420.5' }, `PORT: ${portDemand}, and is "7420.5"`],
  [{ PORT: '0x10' }, `PORT: ${portDemand}, and is "0x10"`],
  [{ PORT: ' ' }, `PORT: ${portDemand}, and is " "`],
  [{ GATEWAY_PORT: '0' }, 'GATEWAY_PORT: must be a whole number from 1 to 65535, and is "0"'],
  [{ HOST: 'http://x' }, 'HOST: must be an IP address or a host name, without scheme and port, and is "http://x"'],
  [{ ACCESS_TOKEN: 'two words' }, 'ACCESS_TOKEN: must be visible ASCII characters without a space'],
  ...['mysql://u:canary@db/orrery', 'postgres://u:canary@db', 'canary'].map(
    (address) =>
      [
        { DATABASE_URL: address },
        'DATABASE_URL: must be an address as postgres://user:password@host/database; without it everything is kept in the home',
      ] as const,
  ),
  [
    { SERVICE_TMUX_SOCKET: '../x' },
    'SERVICE_TMUX_SOCKET: must be a name of letters, digits, ".", "_" and "-", and is "../x"',
  ],
] as const

for (const [environment, expected] of refusedVariables) {
  test(`the start is refused with ${expected}`, () => assert.deepEqual(problems({}, environment), [expected]))
}

const refusedFiles = [
  [[], 'config.json: must hold an object: { … }'],
  [null, 'config.json: must hold an object: { … }'],
  [{ agent: {} }, 'agent: is no known key; did you mean agents?'],
  [{ publicURL: 'https://x.example' }, 'publicURL: is no known key; did you mean publicUrl?'],
  [{ PORT: 1 }, 'PORT: is no known key; did you mean port?'],
  [{ sync: 'full' }, 'sync: is no known key; did you mean db.sync?'],
  [{ autoinstall: false }, 'autoinstall: is no known key; did you mean hooks.autoInstall?'],
  [{ zzzzzzzzzzzzzzzzzz: 1 }, 'zzzzzzzzzzzzzzzzzz: is no known key'],
  [{ accessToken: 'x' }, "accessToken: can't stand in config.json: set the environment variable ACCESS_TOKEN"],
  [{ hooks: { autoinstal: true } }, 'hooks.autoinstal: is no known key; did you mean hooks.autoInstall?'],
  [{ hooks: [] }, 'hooks: must be an object'],
  [{ hooks: { port: '1' } }, `hooks.port: ${portDemand}`],
  [{ port: '7420' }, `port: ${portDemand}`],
  [{ requireTokenLocally: 'yes' }, 'requireTokenLocally: must be true or false'],
  [{ fabricMode: 'both' }, 'fabricMode: must be "deployment" or "hostname"'],
  [{ allowedHosts: 'a.example' }, 'allowedHosts: must be a list'],
  [
    { allowedHosts: ['https://a.example'] },
    'allowedHosts: must be a list whose entry 1 is a host name as in "board.example.net" or "*.example.net", without scheme and path',
  ],
  [
    { publicUrl: 'https://a.example/board' },
    'publicUrl: must be an address without a path: the page lives at the root of its host',
  ],
  [
    { gateway: { url: 'ws://user:pass@host' } },
    'gateway.url: must be an address that begins with ws:// or wss:// and holds no user or password',
  ],
  [{ retention: { sessionEventsDays: 0 } }, 'retention.sessionEventsDays: must be a whole number from 1 to 3650'],
  [{ agents: [] }, 'agents: must be an object'],
  [{ agents: { mine: {} } }, 'agents.mine: needs a command, since it is no built-in type'],
  [{ agents: { mine: 'codex' } }, 'agents.mine: must be an object'],
  [
    { agents: { shell: { comand: ['x'] } } },
    'agents.shell.comand: is no known key; did you mean agents.shell.command?',
  ],
  [
    { agents: { mine: { command: [] } } },
    'agents.mine.command: must be a list of texts, program first, or one text split as a shell would',
  ],
  [
    { agents: { mine: { command: 'codex {promt}' } } },
    'agents.mine.command: has the unknown placeholder {promt}; did you mean {prompt}?',
  ],
  [
    { agents: { mine: { command: 'x', env: { SERVICE_HOME: '/' } } } },
    'agents.mine.env: must be an object of variables without SERVICE_HOME, which the service keeps to itself',
  ],
  [
    { agents: { '#(x)': { command: 'x' } } },
    'agents.#(x): an agent type is named by at most 40 letters, digits, "_" and "-"',
  ],
  [{ webhooks: { social: {} } }, 'webhooks.social: needs a secret'],
  [
    { webhooks: { social: { secrets: 'x' } } },
    'webhooks.social.secrets: is no known key; did you mean webhooks.social.secret?',
  ],
] as const

for (const [file, expected] of refusedFiles) {
  test(`config.json is refused with ${expected}`, () => assert.deepEqual(problems(file), [expected]))
}

test('all mistakes are named at once', () => {
  const found = problems({ prot: 1, hooks: { auto: true }, agents: { mine: {} } }, { PORT: 'x' })
  assert.equal(found.length, 4)
})

test('a key called __proto__ is an unknown key and changes no prototype', () => {
  assert.deepEqual(problems(JSON.parse('{"__proto__": {"port": 1}}')), ['__proto__: is no known key'])
  assert.equal(problems(JSON.parse('{"agents": {"__proto__": {"command": "x"}}}')).length, 1)
})

test('a field of a built-in agent type is replaced alone, and a new type stands beside them', () => {
  const file = {
    agents: {
      'code-agent': { env: { ANTHROPIC_API_KEY: 'sk-canary' } },
      codex: { command: 'codex exec {prompt}', interactive_command: ['codex'], label: 'Codex' },
      shell: { interactive_command: null },
    },
  }
  const { agents } = config(file).config
  assert.deepEqual(agents['code-agent'], {
    label: 'Claude Code',
    command: ['claude', '-p', '{prompt}'],
    interactiveCommand: ['claude'],
    harness: 'code-agent',
    env: { ANTHROPIC_API_KEY: 'sk-canary' },
  })
  assert.deepEqual(agents.codex, {
    label: 'Codex',
    command: ['codex', 'exec', '{prompt}'],
    interactiveCommand: ['codex'],
    harness: 'codex',
    env: {},
  })
})

test('no secret shows in the printed rows, and all of them are handed to the log', () => {
  const file = {
    gateway: { token: 'canary-gateway' },
    webhooks: { social: { secret: 'canary-webhook' } },
    agents: { shell: { env: { MY_API_KEY: 'canary-agent', NODE_ENV: 'canary-plain' } } },
  }
  const environment = {
    ACCESS_TOKEN: 'canary-access',
    SERVICE_STORE_KEY: 'canary-store',
  }
  const resolved = config(file, environment)
  const rows = configRows(resolved)
  assert.doesNotMatch(JSON.stringify(rows), /canary/)
  const shown = rows.filter(({ value }) => value === '********').map(({ key, source }) => `${key} ${source}`)
  assert.deepEqual(shown, [
    'accessToken ACCESS_TOKEN',
    'gateway.token config.json',
    'storeKey SERVICE_STORE_KEY',
    'webhooks.social.secret config.json',
  ])
  assert.deepEqual(
    rows.find(({ key }) => key === 'agents.shell.env'),
    { key: 'agents.shell.env', value: { MY_API_KEY: '********', NODE_ENV: '********' }, source: 'config.json' },
  )
  assert.deepEqual(secretsOf(resolved.config).toSorted(), [
    'canary-access',
    'canary-agent',
    'canary-gateway',
    'canary-store',
    'canary-webhook',
  ])
})

test('hours, targets and contacts of notifications are checked', () => {
  const rows: readonly (readonly [string, unknown, boolean])[] = [
    ['notify.failed.quiet', '22:00-07:30', true],
    ['notify.failed.quiet', '24:00-07:30', false],
    ['notify.failed.quiet', '07:00-07:00', false],
    ['notify.failed.channels', ['push', 'slack'], true],
    ['notify.failed.channels', ['pigeon'], false],
    ['notify.privateTargets', ['10.0.0.0/8', 'ntfy.lan', '::1', 'fd00::/8'], true],
    ['notify.privateTargets', ['10.0.0.0/33'], false],
    ['notify.privateTargets', ['https://ntfy.lan'], false],
    ['notify.slackUrl', 'http://hooks.example/x', false],
    ['notify.webhookUrl', 'https://hooks.example/x', true],
    ['notify.contact', 'mailto:me@example.com', true],
    ['notify.contact', 'me@example.com', false],
    ['notify.failed', true, false],
    ['notify.failed.of', true, false],
    ['notify.fail.on', true, false],
  ]
  for (const [key, value, isTaken] of rows) {
    const file = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
    assert.equal(resolve(file).ok, isTaken, `${key} ${JSON.stringify(value)}`)
  }
})
