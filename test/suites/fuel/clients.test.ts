// What the real Codex, Gemini CLI and opencode used, to the token against a hand count: a turn with a tool, a conversation that is
// taken up again, one that is made from it, and a service that is killed in between. The fake model tells for each answer
// 11 tokens in, of which 4 from its cache, and 7 out, of which 2 thought.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { usageAnswerSchema } from '#rooms/fuel/contract.ts'
import { startAnyModel } from '../../support/fake-any-model.ts'
import { makeHome, type TestHome, type Variables } from '../../support/home.ts'
import { launch, listSessions, sessionOf } from '../../support/http.ts'
import { installNpmClient } from '../../support/npm-client.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { codex } from '../harness/codex.ts'

const run = promisify(execFile)

type Preparing = { readonly home: TestHome; readonly project: string; readonly url: string; readonly bin: string }

type Client = {
  readonly name: 'codex' | 'gemini' | 'opencode'
  /** Settings of the client; answers its variables. */
  readonly prepare: (at: Preparing) => Promise<Variables>
  /** Answers of a launch whose prompt wants a tool: Gemini's print mode has none to run commands. */
  readonly ofTool: number
  /** What a person types then, and of how many answers it is. Codex trusts our hooks in our own launches alone. */
  readonly goOn: Readonly<Record<string, number>>
}

/** What counts is told by the program and the model: a download is no part of it. */
const offline = { npm_config_offline: 'true' }
const pathOf = (bin: string): string => [bin, dirname(process.execPath), process.env.PATH].join(delimiter)

const clients: readonly Client[] = [
  {
    name: 'codex',
    prepare: (at) => codex.prepare({ ...at, temporary: at.home.root }),
    ofTool: 2,
    goOn: {},
  },
  {
    name: 'gemini',
    async prepare({ home, url, bin }) {
      await mkdir(join(home.userHome, '.gemini'))
      const security = { folderTrust: { enabled: false }, auth: { selectedType: 'gemini-api-key' } }
      await writeFile(join(home.userHome, '.gemini/settings.json'), JSON.stringify({ security }))
      return { PATH: pathOf(bin), GEMINI_API_KEY: 'of-a-test', GOOGLE_GEMINI_BASE_URL: url }
    },
    ofTool: 1,
    goOn: { "gemini --yolo -p 'TOOL:echo hi'": 2, "gemini --resume latest -p 'and again'": 1 },
  },
  {
    name: 'opencode',
    async prepare({ home, url, bin }) {
      const folder = join(home.userHome, '.config/opencode')
      await mkdir(folder, { recursive: true })
      const options = { baseURL: `${url}/v1`, apiKey: 'of-a-test' }
      const models = { 'fake-model': { name: 'Fake', cost: { input: 2, output: 10, cache_read: 0.5 } } }
      const fake = { npm: '@ai-sdk/openai-compatible', name: 'Fake', options, models }
      const settings = { model: 'fake/fake-model', provider: { fake }, autoupdate: false, share: 'disabled' }
      await writeFile(join(folder, 'opencode.json'), JSON.stringify({ ...settings, snapshot: false }))
      const off = { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }
      const variables = { PATH: pathOf(bin), ...off }
      // Each start asks npm's registry for opencode's own kit: a launch has the variable by the settings alone.
      const agent = { env: offline }
      await mkdir(home.home, { mode: 0o700, recursive: true })
      await writeFile(join(home.home, 'config.json'), JSON.stringify({ agents: { opencode: agent } }), { mode: 0o600 })
      // Its first start makes its database.
      await run('opencode', ['session', 'list'], { env: home.env({ ...variables, ...offline }), cwd: folder })
      return variables
    },
    ofTool: 2,
    goOn: {
      "npm_config_offline=true opencode run --continue 'and again'": 1,
      "npm_config_offline=true opencode run --continue --fork 'and aside'": 1,
    },
  },
]

/** A start of a large program, where others wait for the same processor. */
const limitMs = 240_000

const answer = [7, 7, 4] as const
const times = (answers: number): string => answer.map((tokens) => tokens * answers).join('/')

async function usedBySession({ call, token }: Service): Promise<ReadonlyMap<string, string>> {
  const { json } = await call('GET /api/fuel/usage?by=session', { token })
  const { groups } = usageAnswerSchema.parse(json)
  return new Map(groups.map((of) => [of.id, `${of.input}/${of.output}/${of.cache_read}`]))
}

describe('what other programs used', { concurrency: 1 }, () => {
  for (const client of clients)
    test(client.name, async (t) => {
      const installed = await installNpmClient(client.name)
      if ('problem' in installed) return t.skip(`the client could not be installed: ${installed.problem}`)
      await using model = await startAnyModel()
      await using home = await makeHome()
      const project = join(home.userHome, 'project')
      await run('git', ['init', '-q', project])
      const variables = await client.prepare({ home, project, url: model.url, bin: installed.bin })
      const start = () => startService(home, { env: { ...variables, DEPLOYMENT: 'cloud-fabric' } })
      await using lives = new AsyncDisposableStack()
      let service = lives.use(await start())

      const work = async (body: object, answers: number): Promise<[string, string]> => {
        const { id } = sessionOf(await launch(service, { working_dir: project, ...body }))
        const isOver = async () => (await listSessions(service)).find((one) => one.id === id)?.state === 'completed'
        await until(`${JSON.stringify(body)} is over`, isOver, limitMs)
        const isCounted = async () => (await usedBySession(service)).get(id) === times(answers)
        await until(`${times(answers)} of it`, isCounted, limitMs).catch(async (error: unknown) => {
          const { text } = await service.call(`GET /api/fuel/usage`, { token: service.token })
          throw new Error(text, { cause: error })
        })
        return [id, times(answers)]
      }
      const used = [await work({ agent_type: client.name, prompt: 'TOOL:echo hi' }, client.ofTool)]
      await service.kill()
      service = lives.use(await start())
      used.push(await work({ agent_type: client.name, prompt: 'Say something' }, 1))
      for (const [command, answers] of Object.entries(client.goOn))
        used.push(await work({ agent_type: 'shell', prompt: `${command} </dev/null` }, answers))
      assert.deepEqual(await usedBySession(service), new Map(used))
    })
})
