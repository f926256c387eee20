// The settings of one service: read once at the start, checked, frozen and passed down.

/** A command as argv; placeholders are filled inside an argument and never split again. */
export type CommandTemplate = readonly string[]

export type AgentSettings = {
  readonly label: string
  readonly command: CommandTemplate
  readonly interactiveCommand: CommandTemplate | null
  readonly env: Readonly<Record<string, string>>
}

export type Config = {
  /** `$SERVICE_HOME`, absolute. */
  readonly home: string
  /** Address to listen on. */
  readonly host: string
  /** Port to listen on; 0 picks a free one. */
  readonly port: number
  /** The `tmux -L` name, or null for the person's own tmux server. */
  readonly tmuxSocket: string | null
  /** Null: taken from `$SERVICE_HOME/access-token`, which is made when absent. */
  readonly accessToken: string | null
  /** Raw `DEPLOYMENT`; rooms/modes alone decides what it means. */
  readonly deployment: string | null
  readonly publicUrl: string | null
  readonly allowedHosts: readonly string[]
  readonly requireTokenLocally: boolean
  readonly fabricHostnames: readonly string[]
  /** `deployment`: the server tells the page its mode; `hostname`: the page's hostname decides. */
  readonly fabricMode: 'deployment' | 'hostname'
  readonly hooks: {
    /** Port of the loopback listener once the service is exposed; null: main port + 1, else a free one. */
    readonly port: number | null
    readonly autoInstall: boolean
    readonly interactiveStop: 'to_review' | 'exit'
    readonly promptSubmit: 'working' | 'letter'
  }
  readonly gateway: {
    readonly url: string
    readonly token: string | null
    /** Whether agents that the gateway runs for others appear as sessions. */
    readonly showForeignAgents: boolean
  }
  readonly model: {
    readonly url: string
    /** Null: the first that the server lists. */
    readonly name: string | null
    /** Prompt and answer together. */
    readonly contextTokens: number
    readonly timeoutSeconds: number
  }
  readonly triage: {
    /** Most tasks that one run asks the model about. */
    readonly maxTasks: number
  }
  readonly webhooks: Readonly<Record<string, { readonly secret: string }>>
  readonly db: { readonly sync: 'normal' | 'full' }
  readonly retention: {
    /** Days that session events are kept. */
    readonly sessionEventsDays: number
    /** Days that the output of sessions is kept which left the board by their age. */
    readonly sessionsDays: number
    /** Days in which a deleted task can be brought back. */
    readonly deletedTasksDays: number
    /** Days that runs of strands are kept. */
    readonly flowRunDays: number
    /** Days that runs of triage are kept, with what they made of tasks and what they consumed. */
    readonly triageDays: number
  }
  /** What strands may require of this machine. */
  readonly flow: { readonly capabilities: readonly string[] }
  readonly store: { readonly url: string | null; readonly key: string | null }
  readonly motherSessionsDir: string
  /** `postgres://…` of the scale-out engine, or null for the embedded one. */
  readonly databaseUrl: string | null
  /** The catalog: the three built in, overlaid by `config.agents`. */
  readonly agents: Readonly<Record<string, AgentSettings>>
}
