// The settings of one service: checked, frozen and passed down. Those of the ground are a view of what is in force.
import type { NotifyChannel, NotifyKind } from '#base/notify-names.ts'

import type { Harness } from '#base/harness/adapter.ts'

/** A command as argv; placeholders are filled inside an argument and never split again. */
export type CommandTemplate = readonly string[]

export type AgentSettings = {
  readonly label: string
  readonly command: CommandTemplate
  readonly interactiveCommand: CommandTemplate | null
  /** Which of the six clients it is; null for any other program. */
  readonly harness: Harness | null
  readonly env: Readonly<Record<string, string>>
}

/** When and where a person is notified of one kind. */
export type NotifyRule = {
  readonly on: boolean
  /** How long the state must last. */
  readonly delayS: number
  /** `22:00-07:30`, on the clock of the service; null for none. */
  readonly quiet: string | null
  readonly channels: readonly NotifyChannel[]
  /** Whether texts of agents and prompts may be in it. */
  readonly showText: boolean
}

export type NotifySettings = {
  readonly rules: Readonly<Record<NotifyKind, NotifyRule>>
  /** As `delayS` of `needs_you`, for approvals. */
  readonly approvalDelayS: number
  readonly slackUrl: string | null
  readonly telegramUrl: string
  readonly telegramToken: string | null
  readonly telegramChat: string | null
  readonly webhookUrl: string | null
  readonly webhookSecret: string | null
  /** What may be called although it is private. */
  readonly privateTargets: readonly string[]
  /** Null: the address of the page, where it has one. */
  readonly contact: string | null
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
  /** Whether the hub's own machine is a device, too. */
  readonly fabric: { readonly localDevice: boolean }
  readonly hooks: {
    /** Port of the loopback listener once the service is exposed; null: main port + 1, else a free one. */
    readonly port: number | null
    readonly autoInstall: boolean
    readonly interactiveStop: 'to_review' | 'exit'
    readonly promptSubmit: 'working' | 'letter'
  }
  readonly approvals: {
    /** Whether what an agent asks to be allowed is asked here, too. */
    readonly enabled: boolean
    /** Seconds that an agent's hook waits for an answer. */
    readonly waitS: number
    /** Tools that may be approved on a notification, where all of their input stands in it. */
    readonly fromNotification: readonly string[]
  }
  readonly shell: {
    /** Whether interactive shells mark their commands. */
    readonly integration: boolean
  }
  readonly notify: NotifySettings
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
  readonly mcp: {
    /** Agent types that agents may launch and type into. */
    readonly agentTypes: readonly string[]
    /** Most sessions that agents launched and that live at once. */
    readonly maxSessions: number
  }
  readonly assistant: {
    /** The default one first. */
    readonly models: readonly string[]
    /** What answers on this machine; `{model}` stands for the model. */
    readonly command: CommandTemplate
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
    /** Days that is kept who changed the service itself. */
    readonly auditDays: number
    /** Days that is kept what was sent to whom. */
    readonly deliveriesDays: number
  }
  readonly fuel: {
    /** Of models, each as `kestrel-70b 0.50/1.50`. */
    readonly prices: readonly string[]
    /** In which days begin and end; null for that of the machine. */
    readonly timeZone: string | null
  }
  /** What strands may require of this machine. */
  readonly flow: { readonly capabilities: readonly string[] }
  readonly store: { readonly url: string | null; readonly key: string | null }
  readonly motherSessionsDir: string
  /** `postgres://…` of the scale-out engine and of the tables, or null for all in the home. */
  readonly databaseUrl: string | null
  /** Where tables are kept when there is a PostgreSQL, as somebody said it: `sharedTables` has the answer. */
  readonly stores: 'home' | 'shared' | null
  /** The name of this machine among those of one PostgreSQL; null for its host's name. */
  readonly node: string | null
  /** The catalog: the three built in, overlaid by `config.agents`. */
  readonly agents: Readonly<Record<string, AgentSettings>>
}
