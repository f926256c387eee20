// What an adapter says of a client: a program that works as an agent. Each of the six is one value of this type.

/** The names of the six; the catalog is locked. */
export const harnesses = ['code-agent', 'codex', 'gemini', 'opencode', 'gateway-agent', 'mother-llm'] as const
export type Harness = (typeof harnesses)[number]

/** How a value reaches the program whole: one that begins with `-`, and a prompt of any length. */
export type ArgumentForm = {
  /** After which arguments a value is an operand, so that one that begins with `-` can stand behind `--`. */
  readonly operandAfter: RegExp | null
  /** `in_place`: the value stays where it is. `last`: it moves to the end, since options may follow it in the template. */
  readonly operandPlace: 'in_place' | 'last'
  /** How a prompt that is too long for an argument is given. `stdin_always`: so is every prompt of its print mode. */
  readonly long: 'stdin' | 'stdin_always' | 'script' | 'refused'
  /** The words of its print mode, by which standard input is read as the prompt; none where any command reads it. */
  readonly printWords: readonly string[]
}

/** The variable whose value stands for the folder of its settings, and the folder below that value; null where there is none. */
export type MovedBy = readonly [variable: string, folder: string] | null

/** Hooks in a settings file of the client, beside a person's own. */
export type HookReports = {
  readonly by: 'hooks'
  /** Its name in `orrery hook install`. */
  readonly client: 'claude' | 'codex' | 'gemini'
  /** Below the user's home directory. */
  readonly settings: readonly [folder: string, file: string]
  readonly movedBy: MovedBy
  /** Whether the client takes comments in that file. */
  readonly hasComments: boolean
  readonly events: readonly string[]
  /** Further words for the script: the agent type where it is not code-agent. */
  readonly args: readonly string[]
  /** Fields of each entry besides its command. The client's own time limit is a net below the script's 2 s. */
  readonly entry: Readonly<Record<string, unknown>>
  /**
   * The event by which it asks whether a tool may run, and the fields of its entry instead: its hook waits for a person, and
   * the client's limit lies behind the longest wait of the service. Null for a client that asks nobody.
   */
  readonly asks: { readonly event: string; readonly entry: Readonly<Record<string, unknown>> } | null
  /** Whether it runs a hook only once somebody trusted it; a launch then says for itself that it trusts ours. */
  readonly needsTrust: boolean
  /** What a person still has to do. */
  readonly note: string | null
}

/** A plugin of ours in a folder of the client: a file of its own. */
export type PluginReports = {
  readonly by: 'plugin'
  readonly client: 'opencode'
  readonly settings: readonly [folder: string, file: string]
  readonly movedBy: MovedBy
  readonly events: readonly string[]
  readonly args: readonly string[]
  readonly note: string | null
}

/** How it is heard what a client does, besides the wrapper around its command, which tells each end. */
export type Reports = HookReports | PluginReports | { readonly by: 'gateway' } | { readonly by: 'wrapper' }

/** What its screen tells, as measured. */
export type Animation = {
  /** Output above which the client works; what asks or waits stays well below it. */
  readonly busyBytesPerSecond: number
  /** Output up to which the screen stands still: a notice that goes by itself is no sign of work. */
  readonly stillBytesPerSecond: number
  /** It goes on moving while its hook asks a person, and shows its dialog only then. */
  readonly movesWhileAsking?: true
  /** A line near the end of its screen that stands there only while it works: it tells at once what movement tells after seconds. */
  readonly workLine?: RegExp
  /** How a screen from which that line has gone says by itself that the turn is over. */
  readonly rest?: RestingScreen
  /** Launched with a prompt it is heard before it asks anything: until then it loads, however long that takes. */
  readonly isHeardFirst?: true
}

/** A picture that only a client at rest shows, as after Escape, of which no hook tells. */
export type RestingScreen = {
  /** In the last lines of its screen. */
  readonly shows: RegExp
  /** A line among them that speaks for work all the same. */
  readonly unless: RegExp | null
  /** How long it has to stand there; 0 for words that say it. */
  readonly forMs: number
}

/** What it leaves behind that can be read: where it tells its usage, its transcript, and the files that it changed. */
export type Leaves = {
  readonly usage: string | null
  readonly transcript: string | null
  readonly files: string | null
}

type Common = {
  readonly name: Harness
  /** As people call it. */
  readonly label: string
  /** Found on the PATH. */
  readonly program: string
  /** The command that installs it. */
  readonly install: string | null
  /** The version that its lives were told with; null for one that stood in for it. */
  readonly tried: string | null
  /** Arguments by which it prints its version. */
  readonly versionArguments: readonly string[]
  /** Variables that it may inherit on a device, besides those of `commonEnvironment`; a name may end in `*`. */
  readonly environment: readonly string[]
  /** Credentials that it may get from the vault, by the name of their variable. */
  readonly credentials: readonly string[]
  /** What asks it to end: SIGINT of a terminal is Ctrl+C typed there. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM'
  readonly reports: Reports
  readonly leaves: Leaves
  /** What it can't do with Orrery, each as the end of a sentence that begins with its name. */
  readonly cannot: readonly string[]
}

/** In a terminal of its own, which outlives whoever opened it. */
export type TerminalAdapter = Common & {
  readonly runsIn: 'terminal'
  /** Templates of what is run; `{prompt}` and other placeholders are filled within an argument. */
  readonly print: readonly string[]
  readonly interactive: readonly string[] | null
  readonly form: ArgumentForm
  /** Words behind the program that are no options: what is added for a launch stands behind them. */
  readonly subcommands: readonly string[]
  /** Added for a launch that names a model, `{model}`. */
  readonly model: readonly string[] | null
  /** Added to the interactive command to go on with `{conversation}`. */
  readonly resume: readonly string[] | null
  /** Variables of its launches, each for what nobody set otherwise. */
  readonly variables?: Readonly<Record<string, string>>
  /** Null where its screen tells nothing that is known. */
  readonly animation: Animation | null
  /** Whether it ends by Ctrl+C pressed twice at its prompt, and not by one. */
  readonly endsByTwo: boolean
}

/** As a plain child: prompt on standard input, answer on standard output. */
export type ProcessAdapter = Common & {
  readonly runsIn: 'process'
  /** `{model}` stands for the model. */
  readonly argv: readonly string[]
  /** Added when the answer is to be JSON. */
  readonly jsonArgv: readonly string[]
  /** `reason`: what it writes there is progress, and at a failure its last line says why; it is no output. */
  readonly stderr: 'output' | 'reason'
}

export type HarnessAdapter = TerminalAdapter | ProcessAdapter
