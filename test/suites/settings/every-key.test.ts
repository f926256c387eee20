// Every key of the configuration: it says where its value comes from, refuses what does not fit, is changed and taken back, and
// says whether it takes a restart. A key that is added to the table has to pass here.
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { notifyKinds } from '#base/notify-names.ts'
import {
  settingsSectionIds,
  type SettingRow,
  type SettingsAnswer,
  type SettingsChanged,
} from '#rooms/settings/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'

let place: TestHome
let service: Service
const entries = {
  agents: { mine: { command: ['true'], label: 'Mine', env: { KEY: 'a-key' } } },
  webhooks: { pay: { secret: 'a-secret' } },
}

before(async () => {
  place = await makeHome()
  await mkdir(place.home, { recursive: true, mode: 0o700 })
  await writeFile(join(place.home, 'config.json'), JSON.stringify(entries), { mode: 0o600 })
  service = await startService(place)
})
after(async () => {
  await service?.[Symbol.asyncDispose]()
  await place?.[Symbol.asyncDispose]()
})

const read = async (): Promise<SettingsAnswer> =>
  (await service.call('GET /api/system/settings', { token: service.token })).json as SettingsAnswer
const rowOf = async (key: string): Promise<SettingRow> => {
  const row = (await read()).settings.find((one) => one.key === key)
  assert.ok(row, key)
  return row
}
async function patch(change: object, query = '') {
  const { revision } = await read()
  return service.call(`PATCH /api/system/settings${query}`, { token: service.token, json: { revision, ...change } })
}

/** A value that fits and is another than the default, where its kind alone does not tell one. */
const others: Readonly<Record<string, unknown>> = {
  host: '127.0.0.2',
  tmuxSocket: 'another',
  publicUrl: 'https://board.example',
  allowedHosts: ['board.example'],
  fabricHostnames: ['fabric.example'],
  'gateway.url': 'ws://127.0.0.1:10',
  'gateway.token': 'a-token',
  'model.url': 'http://127.0.0.1:10/v1',
  'model.name': 'another',
  'flow.capabilities': ['has-gpu'],
  'fuel.prices': ['kestrel-70b 0.50/1.50'],
  'fuel.timeZone': 'Europe/Berlin',
  motherSessionsDir: '/tmp/mother-sessions',
  ...Object.fromEntries(notifyKinds.map((kind) => [`notify.${kind}.quiet`, '22:00-07:00'])),
  ...Object.fromEntries(notifyKinds.map((kind) => [`notify.${kind}.channels`, ['push']])),
  'notify.slackUrl': 'https://hooks.example/slack',
  'notify.telegramUrl': 'https://telegram.example',
  'notify.webhookUrl': 'https://hooks.example/orrery',
  'notify.contact': 'mailto:me@example.com',
}

function otherOf({ key, input, value }: SettingRow): unknown {
  if (key in others) return others[key]
  switch (input.is) {
    case 'flag':
      return value !== true
    case 'number':
      return value === input.min ? input.min + 1 : input.min
    case 'choice':
      return input.choices.find((choice) => choice !== value)
    case 'text':
      return 'another'
    case 'list':
      return ['another']
    case 'argv':
      return ['another', '{prompt}']
  }
}

test('each key stands in a section that the page has, with a sentence, a default and a source', async () => {
  const { settings } = await read()
  const keys = settings.map(({ key }) => key)
  assert.equal(new Set(keys).size, keys.length, 'each once')
  const sections: readonly string[] = settingsSectionIds
  for (const { key, section, doc, takes, fallback, source } of settings) {
    assert.ok(sections.includes(section), key)
    assert.match(doc, /^\S.*\.$/, key)
    assert.ok(takes !== '' && fallback !== '', key)
    assert.ok(['default', 'file', 'environment'].includes(source), key)
  }
  assert.deepEqual(
    settings.filter(({ source }) => source === 'file').map(({ key }) => key),
    ['agents.mine.command', 'agents.mine.label', 'agents.mine.env.KEY', 'webhooks.pay.secret'],
  )
})

test('the guide’s table and the rows are the same keys', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/guide/configuration.md'), 'utf8')
  const inGuide = [...guide.matchAll(/^\| `(?<key>[\w.<>-]+)` \|/gm)].map(({ groups }) => groups?.key ?? '')
  const { settings } = await read()
  const general = new Set(
    settings.map(({ key }) => key.replace(/^agents\.[^.]+\.(env)?.*?$/, 'agents').replace(/^webhooks\..*/, 'webhooks')),
  )
  for (const key of inGuide.filter((one) => !one.includes('<'))) assert.ok(general.has(key), `${key} is on no page`)
  for (const { key, locked, variable } of settings) {
    if (/^(agents|webhooks)\./.test(key)) continue
    assert.ok(
      inGuide.includes(key) || (locked !== null && guide.includes(`\`${variable}\``)),
      `${key} is not in the guide`,
    )
  }
})

test('each key refuses what does not fit, naming itself, and nothing is written', async () => {
  const text = await readFile(join(place.home, 'config.json'), 'utf8')
  for (const { key, locked } of (await read()).settings) {
    const answer = await patch({ set: { [key]: locked === null ? { no: 'such value' } : 'x' } }, '?dry_run=true')
    assert.equal(answer.status, 400, `${key}: ${answer.text}`)
    const details = answer.json.details as { field: string; reason: string }[]
    assert.ok(
      details.some(({ field }) => field === key || key.startsWith(`${field}.`)),
      `${key}: ${answer.text}`,
    )
  }
  assert.equal(await readFile(join(place.home, 'config.json'), 'utf8'), text)
})

test('each key is changed, says so, says whether it takes a restart, and is taken back', async () => {
  for (const row of (await read()).settings) {
    if (row.locked !== null) continue
    const { key } = row
    const isEntry = /^(agents|webhooks)\./.test(key)
    const value = otherOf(row)
    const changed = await patch({ set: { [key]: value } })
    assert.equal(changed.status, 200, `${key}: ${changed.text}`)
    assert.deepEqual((changed.json as SettingsChanged).changed, [key])
    const now = await rowOf(key)
    assert.deepEqual([now.source, now.is_set, now.needs_restart], ['file', true, row.at_start], key)
    assert.deepEqual(now.value, row.is_secret ? null : value, key)
    // As Undo does: what stood in the file again, or the default. Secrets have no way back.
    const back = row.source === 'file' && !row.is_secret ? { set: { [key]: row.value } } : { unset: [key] }
    if (row.is_secret && isEntry) continue
    const undone = await patch(back)
    assert.equal(undone.status, 200, `${key}: ${undone.text}`)
    assert.deepEqual(await rowOf(key), row)
  }
})

test('a key that takes the token itself refuses a login, on the command line each is read by its name', async () => {
  const link = await service.call('POST /api/system/login-links', { token: service.token, json: {} })
  const login = String((await service.call('POST /api/auth/login', { json: { code: link.json.code } })).json.token)
  const { revision, settings } = await read()
  const guarded = settings.filter(({ is_guarded: isGuarded }) => isGuarded)
  assert.deepEqual(
    guarded.map(({ key }) => key),
    ['host', 'publicUrl', 'allowedHosts', 'requireTokenLocally', 'notify.privateTargets', 'mcp.agentTypes'],
  )
  for (const row of guarded) {
    const json = { revision, set: { [row.key]: otherOf(row) } }
    const answer = await service.call('PATCH /api/system/settings', { token: login, json })
    assert.deepEqual([answer.status, answer.json.error], [403, 'access_token_needed'], row.key)
  }
  const listed = await orrery(place, ['settings', 'list'])
  for (const { key } of settings) assert.ok(listed.out.includes(` ${key} `), `${key} is not listed`)
})
