// What notifications need from the settings; app/web connects them.
import type { Json } from '#base/json.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { createPorts } from '#platform/web/ports.ts'

/** Rules and addresses of channels are settings: one writer, one history. */
export type NotifyPagePorts = {
  /** Changes keys of the settings, and says `title` with its Undo. Null when they were changed. */
  readonly changeKeys: (change: {
    readonly title: string
    readonly set?: Readonly<Record<string, Json>>
    readonly unset?: readonly string[]
  }) => Promise<Problem | null>
}

/** The ports of notifications. */
export const [NotifyPortsContext, useNotifyPorts] = createPorts<NotifyPagePorts>('notifications are')
