// What the daemon needs of those who start agents in tmux and hear their hooks; app/ connects them.
import type { SeenScreen } from '#platform/server/tmux/drawn-screens.ts'
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { TmuxIdentity } from '#platform/server/tmux/tmux.ts'
import type { DeviceApproval } from '#rooms/approvals/contract.ts'
import type { AgentReport, MachineEvent, ReportAnswer } from '#rooms/sessions/contract.ts'
import type { KeptRun } from '../spool/run-book.ts'

/** An agent to be started. `id` names its files. */
export type TerminalStart = {
  readonly id: string
  readonly runId: string
  readonly name: string
  readonly agentType: string
  readonly prompt: string
  readonly model: string | null
  readonly workingDir: string | null
  readonly interactive: boolean
  readonly label: string
  readonly taskId: string | null
  /** Variables of its process alone. */
  readonly secrets: Readonly<Record<string, string>>
}

/** What an agent wrote after a place in its output. */
export type OutputSince = {
  readonly bytes: Buffer
  readonly next: string
  /** Whether nothing is missing before it. */
  readonly isWhole: boolean
  /** Whether it reaches to the end of what is there. */
  readonly isEnd: boolean
}

export type AgentTerminals = {
  readonly launch: (start: TerminalStart) => Promise<Result<TmuxIdentity, Refusal>>
  /** Resolves once a launch that has not begun yet, in whatever terminal, never will; one that began goes on. */
  readonly bar: (id: string) => Promise<void>
  /** Null where there is no output. */
  readonly readOutput: (id: string, from: string | null) => Promise<OutputSince | null>
  /** Removes the files of a launch. */
  readonly forget: (id: string) => Promise<void>
  /** Delivers what hooks left in their queue. False when some is held up: then nobody's end may be judged. */
  readonly drainHooks: () => Promise<boolean>
}

/** Follows the files in which agents of runs tell what they used, and tells it with the run. */
export type WatchUsage = {
  readonly heard: (run: KeptRun, report: AgentReport) => void
  /** Tells all that is written by now. Never rejects. */
  readonly look: () => Promise<void>
}

/** Looks at what agents of runs change, and tells it with the run. */
export type WatchFiles = {
  /** It did something. */
  readonly happened: (run: KeptRun) => void
  /** It is over: all that can be known is told by then. Never rejects. */
  readonly ended: (run: KeptRun) => Promise<void>
}

/** Takes what a hook of this machine reports. */
export type TakeReport = (report: AgentReport) => Promise<Result<ReportAnswer, Refusal>>

/** Tells the hub what an agent of this machine asks to be allowed, or that it is over here. */
export type TellApproval = (
  place: Pick<AgentReport, 'runId' | 'tmuxSession'>,
  approval: DeviceApproval,
) => Promise<Result<null, Refusal>>

/** A run whose screen tells what its hooks do not. */
export type WatchedScreen = {
  readonly id: string
  readonly harness: string
  readonly prompt: string
  readonly beganMs: number
}

/** What it drew since the look before. */
export type ScreenDrawn = {
  /** Null where it could not be read. */
  readonly bytes: number | null
  readonly atMs: number
  /** When a key was last typed into its terminal, epoch milliseconds; null when that is not told. */
  readonly typedMs: () => Promise<number | null>
}

/** What a screen tells. */
export type ScreenReport = { readonly event: MachineEvent; readonly metadata: string }

/** Judges by what screens draw whether their agents work or wait. */
export type JudgeScreens = {
  readonly heard: (run: WatchedScreen, events: readonly MachineEvent[], atMs: number) => void
  /** Null: no news. */
  readonly look: (run: WatchedScreen, drawn: ScreenDrawn) => Promise<ScreenReport | null>
  readonly seen: (
    run: WatchedScreen,
    screen: SeenScreen,
  ) => { readonly report: ScreenReport | null; readonly isUndecided: boolean }
  /** The least time between two looks at the text of its screen; null where nothing on it is known. */
  readonly paceMs: (run: WatchedScreen) => number | null
  /** Others are forgotten. */
  readonly keepOnly: (ids: ReadonlySet<string>) => void
}
