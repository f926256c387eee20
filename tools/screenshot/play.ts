// Lets a day happen on a real service: launches, reports and ends, each at its time in the past.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chapter } from '#rooms/demo/core/day.ts'
import type { PlannedTask } from '#rooms/demo/core/plan.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import { makeHome, type TestHome } from '../../test/support/home.ts'
import { call, ingest, launch, listSessions, sessionOf } from '../../test/support/http.ts'
import { startService, type Service } from '../../test/support/service.ts'
import { until } from '../../test/support/until.ts'

const minuteMs = 60_000

export interface Stage extends AsyncDisposable {
  readonly home: TestHome
  readonly service: Service
}

/** A service whose agents are actors: each shows its text and leaves with the exit code that is typed into its terminal. */
export async function openStage(): Promise<Stage & { readonly setAgo: (minutes: number) => Promise<void> }> {
  const home = await makeHome()
  const shift = join(home.root, 'clock')
  const setAgo = (minutes: number) => writeFile(shift, String(minutes * minuteMs))
  await setAgo(0)
  await mkdir(home.home, { mode: 0o700 })
  await writeFile(join(home.home, 'config.json'), JSON.stringify(configOf(home)))
  await writeFile(join(home.root, 'actor.sh'), actor)
  const service = await startService(home, { nodeOptions: ['--import', clockIn(shift)] })
  const dispose = async () => {
    await service[Symbol.asyncDispose]()
    await home[Symbol.asyncDispose]()
  }
  return { home, service, setAgo, [Symbol.asyncDispose]: dispose }
}

/** The service reads its clock by Date.now alone; this one runs behind by what the file says. */
export function clockIn(file: string): string {
  const code = `import { readFileSync } from 'node:fs'
const now = Date.now
Date.now = () => now() - Number(readFileSync(${JSON.stringify(file)}, 'utf8'))`
  return `data:text/javascript,${encodeURIComponent(code)}`
}

function configOf({ root }: TestHome): object {
  const command = ['sh', join(root, 'actor.sh'), join(root, '{session_name}.txt')]
  const whole = { command: [...command, '{prompt}'] }
  return {
    hooks: { autoInstall: false },
    agents: {
      'code-agent': { ...whole, interactive_command: command },
      'gateway-agent': whole,
      shell: whole,
    },
  }
}

const actor = `[ ! -r "$1" ] || cat "$1"
stty -echo
while read -r code; do exit "$code"; done
`

type Step = { readonly ago: number; readonly run: () => Promise<unknown> }

/** Plays all chapters in the order of their times; afterwards the clock is right again. */
export async function playDay(
  stage: Stage & { readonly setAgo: (minutes: number) => Promise<void> },
  day: { readonly plan: readonly PlannedTask[]; readonly chapters: readonly Chapter[] },
): Promise<void> {
  const planned = day.plan.map(({ ago, ...task }) => ({ ago, run: () => makeTask(stage.service, task) }))
  const steps = [...planned, ...day.chapters.flatMap((chapter) => stepsOf(stage, chapter))]
  for (const { ago, run } of steps.toSorted((a, b) => b.ago - a.ago)) {
    await stage.setAgo(ago)
    await run()
  }
  await stage.setAgo(0)
}

function stepsOf({ home, service }: Stage, chapter: Chapter): Step[] {
  const { tmuxSession, startedAgo, reports = [], ended, requeuedAgo } = chapter
  const steps: Step[] = [{ ago: startedAgo, run: () => begin(home, service, chapter) }]
  for (const [ago, event, metadata] of reports)
    steps.push({ ago, run: () => ingest(service, { tmux_session: tmuxSession, event, metadata }) })
  if (ended !== undefined) steps.push({ ago: ended.ago, run: () => leave(home, service, { tmuxSession, ...ended }) })
  if (requeuedAgo !== undefined) steps.push({ ago: requeuedAgo, run: () => requeue(service, tmuxSession) })
  return steps
}

async function makeTask(service: Service, json: object): Promise<void> {
  const { status, text } = await service.call('POST /api/tasks', { json })
  if (status !== 201) throw new Error(`no task: ${text}`)
}

async function begin(home: TestHome, service: Service, chapter: Chapter): Promise<void> {
  const folder = join(home.userHome, 'src', chapter.folder)
  await mkdir(folder, { recursive: true })
  if (chapter.output !== undefined) await writeFile(join(home.root, `${chapter.tmuxSession}.txt`), chapter.output)
  const answer = await launch(service, {
    agent_type: chapter.agentType,
    session_name: chapter.tmuxSession,
    label: chapter.label,
    prompt: chapter.prompt,
    working_dir: folder,
    task_id: chapter.taskId ?? null,
    depends_on: chapter.dependsOn ?? [],
    interactive: chapter.interactive ?? false,
  })
  sessionOf(answer)
}

type Leaving = { readonly tmuxSession: string; readonly code: number }

async function leave(home: TestHome, service: Service, { tmuxSession, code }: Leaving): Promise<void> {
  await home.tmux('send-keys', '-t', `=${tmuxSession}:`, '-l', '--', String(code))
  await home.tmux('send-keys', '-t', `=${tmuxSession}:`, 'Enter')
  await until(`the end of ${tmuxSession}`, async () => (await find(service, tmuxSession))?.tmux_alive === false)
}

async function requeue(service: Service, tmuxSession: string): Promise<void> {
  const session = await find(service, tmuxSession)
  await call(service.port, `PATCH /api/hooks/sessions/${session?.id}`, { json: { event: 'user.requeue' } })
}

export async function find(service: Service, tmuxSession: string): Promise<Session | undefined> {
  return (await listSessions(service)).find(({ tmux_session: name }) => name === tmuxSession)
}
