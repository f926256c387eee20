// What this room needs of others.
import type { Harness } from '#base/harness/adapter.ts'
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import type { DeviceApproval } from '#rooms/approvals/contract.ts'
import type { Mode } from '#rooms/modes/contract.ts'
import type {
  FabricStart,
  MachineEvent,
  PageOfSessions,
  DeviceNews,
  Session,
  SessionView,
} from '#rooms/sessions/contract.ts'

/** Devices exist in fabric mode; their sessions are the sessions room's. */
export type DevicesPorts = {
  readonly mode: Mode
  /** The sessions of a device, ended ones too. */
  readonly sessionsOn: (deviceId: string) => readonly Session[]
  /** How many have not ended, by device: of all devices in one pass. */
  readonly activeOn: () => ReadonlyMap<string, number>
  readonly fabric: FabricPort
  /** Says where sessions of devices run; called once, in fabric mode. */
  readonly runOn: (devices: RunsOnDevices) => void
  /** The machine event of a machine or hook event name, or null for a name that is neither. */
  readonly machineEventOf: (name: string) => MachineEvent | null
  /** Calls `forget` from now on before anything of a session is removed for good. */
  readonly onForgotten: (forget: (sessionId: string) => Promise<void>) => void
  readonly approvals: ApprovalsOnDevices
  /** What is committed with word of what a session did; null for what is none. */
  readonly factOf: (sessionId: string, change: unknown) => Alongside | null
  /** What is committed with word of a session's conversation; null where nothing is new. */
  readonly conversationOf: (
    sessionId: string,
    conversation: { readonly id: string; readonly harness: string },
  ) => Alongside | null
}

/** What follows is committed with the envelope that told of usage; null for what is none. */
export type CountUsage = (
  run: { readonly deviceId: string; readonly sessionId: string },
  usage: unknown,
) => Alongside | null
/** The vault as devices see it. */
export type VaultForDevices = {
  /** What a session on a device gets: ciphertexts by the name of their variable. */
  readonly credentialsFor: (deviceId: string, harness: Harness) => Record<string, string>
  /** How many credentials a device reads. */
  readonly readsOf: (deviceId: string) => number
  /** A device was revoked: it reads nothing any more. Rejects with `StorageError`. */
  readonly revoked: (deviceId: string) => Promise<void>
}

/** What agents of devices ask, as the approvals room takes it. */
export type ApprovalsOnDevices = {
  /** Says who carries its answers. */
  readonly carryBy: (devices: {
    readonly isOnline: (deviceId: string) => boolean
    readonly answer: (deviceId: string, answer: ApprovalAnswerTo) => void
  }) => void
  /** What follows is committed with the envelope; `undo` where that was not. Null where nobody is asked. */
  readonly hear: (
    run: { readonly deviceId: string; readonly runId: string; readonly session: Session },
    approval: DeviceApproval,
  ) => HeardApproval | null
  /** A tool ran there. */
  readonly ran: (sessionId: string, told: { readonly metadata: string | null }) => HeardApproval | null
  /** What stands of a device that this node takes over: read in the commit that takes it. */
  readonly reload: (deviceId: string) => Alongside
  /** What a device that comes is to be told. */
  readonly owedTo: (deviceId: string) => readonly ApprovalAnswerTo[]
}

/** `metadata`: what an agent that waits asks, in a line. */
export type HeardApproval = Alongside & { readonly metadata: string | null; readonly undo: () => void }

type ApprovalAnswerTo = { readonly approval_id: string; readonly decision: object | null }

/** Where starts and stops of sessions go that are not of this machine's tmux. */
export type RunsOnDevices = {
  /** `model`: of a start whose plan is not kept yet. */
  readonly placeOf: (session: Session, model?: string | null) => Result<string, Refusal>
  /** What a device is called; null for one that is not known. */
  readonly nameOf: (deviceId: string) => string | null
  readonly start: (session: Session, runId: string) => Alongside
  readonly cancel: (sessionId: string, runId: string) => Alongside
}

type Run = { readonly sessionId: string; readonly runId: string }

/** The sessions room as devices see it. */
export type FabricPort = {
  readonly create: (creation: {
    readonly start: FabricStart
    readonly who: WhoAsks
    readonly plan: (sessionId: string) => Alongside
  }) => Promise<Result<Session, Refusal>>
  /** False for what is not the present run of a session on the board; then nothing was written. Rejects with `StorageError`. */
  readonly tell: (run: Run, told: { readonly news: DeviceNews; readonly alongside: Alongside }) => Promise<boolean>
  readonly adopt: (
    run: Run & { readonly deviceId: string; readonly harness: string; readonly alongside: Alongside },
  ) => Promise<void>
  readonly output: {
    readonly lastSeq: (sessionId: string, runId: string) => number
    /** When it resolves, the parts survive the death of this process. */
    readonly append: (sessionId: string, runId: string, parts: readonly DevicePart[]) => Promise<void>
    readonly close: (sessionId: string) => void
  }
  readonly find: (id: string) => Session | null
  /** The other services that share the database; null where there are none. */
  readonly nodes: DeviceNodes | null
  /** Whether no session has the id, and none had it that is still kept. */
  readonly isFree: (id: string) => Promise<boolean>
  readonly list: (query: {
    readonly limit: number | null
    readonly cursor: string | null
    readonly device?: string | undefined
    readonly harness?: Harness | undefined
  }) => Promise<Result<PageOfSessions, Refusal>>
  readonly read: (id: string) => Promise<Result<SessionView, Refusal>>
  readonly cancel: (id: string, who: WhoAsks) => Promise<Result<Session, Refusal>>
}

/** `daemon`: its process that came; null where none did. */
type TakenDevice = { readonly deviceId: string; readonly daemon: string | null }

/** Which of the services that share a database holds which device; the sessions room has it. */
export type DeviceNodes = {
  readonly here: string
  readonly holderOf: (deviceId: string) => string | null
  readonly connectedElsewhere: (deviceId: string) => string | null
  readonly unreachableSince: (node: string) => string | null
  readonly take: (device: TakenDevice, reload: (from: string | null) => Alongside) => Promise<void>
  readonly isSecond: (device: TakenDevice) => boolean
  readonly otherAt: (device: TakenDevice) => string | null
  readonly held: (deviceId: string, write: Alongside) => Alongside & { readonly plannedOn: string }
  readonly confirm: (deviceId: string) => Promise<boolean>
  readonly leave: (deviceId: string) => Promise<void>
  readonly follow: (heard: (deviceId: string) => Promise<void>) => void
  readonly nodeOf: (sessionId: string) => Promise<string | null>
}

type DevicePart = {
  readonly seq: number
  readonly kind: 'stdout' | 'stderr' | 'gap'
  readonly atMs: number
  readonly data: Buffer
}
