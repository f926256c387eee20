// The runs of sessions on devices as the hub has them: rows that are written with the sessions' own changes.
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/server/db/open-database.ts'
import type { DatabaseSchema } from '#platform/server/db/schema.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import { localDeviceId, startOptionsSchema } from '../../contract.ts'
import type { RunKey } from '../../contract/envelopes.ts'
import type { HubRun } from '../../core/streams/reconcile.ts'
import { textOfRun } from '../../core/streams/text-of-run.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'

/** A run, and the device that it belongs to for ever. */
export type DeviceRun = HubRun & {
  readonly device_id: string
  /** The node that has its output until here, of a run that came from there and of which nothing was heard since. */
  readonly movedFrom?: string | null
}

const planSchema = z.object({
  model: z.string().nullable(),
  options: startOptionsSchema,
  /** What its device is told before the prompt. */
  preface: z.string().nullable().default(null),
})
/** What a start takes besides what its session tells. */
export type HarnessPlan = z.infer<typeof planSchema>

export interface HubRuns {
  find(key: RunKey): DeviceRun | null
  /** All of a device, ended ones too. */
  ofDevice(deviceId: string): DeviceRun[]
  planOf(sessionId: string): HarnessPlan
  keepPlan(sessionId: string, plan: HarnessPlan): Alongside
  /** A run that begins, on that device. */
  begin(key: RunKey, deviceId: string): Alongside
  /** A run that goes on at its device and was not known. */
  adopt(key: RunKey, deviceId: string): Alongside
  cancel(key: RunKey): Alongside
  /** What came of a run, up to `seq`. */
  advance(key: RunKey, to: Partial<Pick<DeviceRun, 'seq' | 'state'>>): Alongside
  /** Output has an index of its own: this is known in memory, and read there by the next start. */
  heard(key: RunKey, seq: number): void
  forget(sessionId: string): Alongside
  /** What another service wrote of a device, in the commit that takes it over. */
  reload(deviceId: string, from: string | null): Alongside
  /** That its earlier output is elsewhere was told. */
  settleMove(key: RunKey): void
}

/** `lastOutput`: the last number of a run whose output is kept. */
export async function loadHubRuns(
  read: Database['read'],
  lastOutput: LastOutput,
  node: string | null = null,
): Promise<HubRuns> {
  const all = await read.selectFrom('device_runs').selectAll().execute()
  // The machine of each service is a device of that service alone.
  const runs = all.filter((run) => run.device_id !== localDeviceId || run.node === null || run.node === node)
  const plans = await read.selectFrom('device_plans').selectAll().execute()
  return new Runs(
    runs.map((row) => toRun(row, lastOutput)),
    new Map(plans.map(({ session_id: id, plan }) => [id, planSchema.parse(JSON.parse(plan))])),
    { lastOutput, node },
  )
}

type LastOutput = (sessionId: string, runId: string) => number
type Row = Selectable<DatabaseSchema['device_runs']>

function toRun({ is_cancelled, state, seq, node: _node, ...run }: Row, lastOutput: LastOutput): DeviceRun {
  return {
    ...run,
    state: stateSchema.parse(state),
    isCancelled: is_cancelled === 1,
    seq: state === 'ended' ? seq : Math.max(seq, lastOutput(run.session_id, run.run_id)),
  }
}

const stateSchema = z.enum(['starting', 'started', 'ended'])
const noPlan: HarnessPlan = { model: null, options: {}, preface: null }

const savePlan = statement(
  `INSERT INTO device_plans (session_id, plan) VALUES (?, ?) ON CONFLICT (session_id) DO UPDATE SET plan = excluded.plan`,
)
const saveRun = statement(
  `INSERT INTO device_runs (session_id, run_id, device_id, state, seq, is_cancelled, node) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (session_id, run_id) DO UPDATE SET device_id = excluded.device_id, state = excluded.state,
    seq = excluded.seq, is_cancelled = excluded.is_cancelled, node = excluded.node`,
)
const cancelRun = statement(
  `UPDATE device_runs SET is_cancelled = 1 WHERE session_id = ? AND run_id = ? AND state <> 'ended'`,
)
const advanceRun = statement(
  `UPDATE device_runs SET seq = coalesce(CAST(? AS BIGINT), seq), state = coalesce(CAST(? AS TEXT), state)
    WHERE session_id = ? AND run_id = ?`,
)
const runsOf = statement<Row>('SELECT * FROM device_runs WHERE device_id = ?')
const plansOf = statement<{ readonly session_id: string; readonly plan: string }>('SELECT * FROM device_plans')
const forgetRuns = statement('DELETE FROM device_runs WHERE session_id = ?')
const forgetPlan = statement('DELETE FROM device_plans WHERE session_id = ?')

type Around = { readonly lastOutput: LastOutput; readonly node: string | null }

class Runs implements HubRuns {
  readonly #runs = new Map<string, DeviceRun>()
  readonly #plans: Map<string, HarnessPlan>

  readonly #around: Around

  constructor(runs: readonly DeviceRun[], plans: Map<string, HarnessPlan>, around: Around) {
    this.#around = around
    this.#plans = plans
    for (const run of runs) this.#runs.set(textOfRun(run), run)
  }

  find(key: RunKey): DeviceRun | null {
    return this.#runs.get(textOfRun(key)) ?? null
  }

  ofDevice(deviceId: string): DeviceRun[] {
    return [...this.#runs.values()].filter(({ device_id: id }) => id === deviceId)
  }

  planOf(sessionId: string): HarnessPlan {
    return this.#plans.get(sessionId) ?? noPlan
  }

  keepPlan(sessionId: string, plan: HarnessPlan): Alongside {
    const text = JSON.stringify(plan)
    return {
      *script() {
        yield* savePlan.run(sessionId, text)
      },
      committed: () => void this.#plans.set(sessionId, plan),
    }
  }

  begin(key: RunKey, deviceId: string): Alongside {
    return this.#put({ ...bare(key), device_id: deviceId, state: 'starting', seq: 0, isCancelled: false })
  }

  adopt(key: RunKey, deviceId: string): Alongside {
    return this.#put({ ...bare(key), device_id: deviceId, state: 'started', seq: 0, isCancelled: false })
  }

  cancel(key: RunKey): Alongside {
    return {
      *script() {
        yield* cancelRun.run(key.session_id, key.run_id)
      },
      committed: () => this.#change(key, (run) => (run.state === 'ended' ? run : { ...run, isCancelled: true })),
    }
  }

  advance(key: RunKey, to: Partial<Pick<DeviceRun, 'seq' | 'state'>>): Alongside {
    const { seq = null, state = null } = to
    return {
      *script() {
        yield* advanceRun.run(seq, state, key.session_id, key.run_id)
      },
      committed: () => this.#change(key, (run) => ({ ...run, ...to })),
    }
  }

  heard(key: RunKey, seq: number): void {
    this.#change(key, (run) => ({ ...run, seq }))
  }

  forget(sessionId: string): Alongside {
    return {
      *script() {
        yield* forgetRuns.run(sessionId)
        yield* forgetPlan.run(sessionId)
      },
      committed: () => {
        this.#plans.delete(sessionId)
        for (const [key, run] of this.#runs) if (run.session_id === sessionId) this.#runs.delete(key)
      },
    }
  }

  reload(deviceId: string, from: string | null): Alongside {
    const { lastOutput } = this.#around
    let runs: readonly Row[] = []
    let plans: readonly { readonly session_id: string; readonly plan: string }[] = []
    return {
      *script() {
        runs = yield* runsOf.all(deviceId)
        plans = yield* plansOf.all()
      },
      committed: () => {
        for (const run of this.ofDevice(deviceId)) this.#runs.delete(textOfRun(run))
        for (const row of runs) {
          const run = toRun(row, lastOutput)
          const movedFrom = run.state === 'ended' || run.seq === 0 ? null : from
          this.#runs.set(textOfRun(run), { ...run, movedFrom })
        }
        for (const { session_id: id, plan } of plans) this.#plans.set(id, planSchema.parse(JSON.parse(plan)))
      },
    }
  }

  settleMove(key: RunKey): void {
    this.#change(key, (run) => ({ ...run, movedFrom: null }))
  }

  #put(run: DeviceRun): Alongside {
    const { node } = this.#around
    return { script: () => save(run, node), committed: () => void this.#runs.set(textOfRun(run), run) }
  }

  /** Rows are changed field by field, and memory after the commit: changes of one run may share a commit. */
  #change(key: RunKey, change: (run: DeviceRun) => DeviceRun): void {
    const run = this.find(key)
    if (run !== null) this.#runs.set(textOfRun(key), change(run))
  }
}

function* save(run: DeviceRun, node: string | null): Script {
  const { session_id, run_id, device_id, state, seq, isCancelled } = run
  yield* saveRun.run(session_id, run_id, device_id, state, seq, isCancelled ? 1 : 0, node)
}

function bare({ session_id, run_id }: RunKey): RunKey {
  return { session_id, run_id }
}
