// Tries the model server or the gateway as it is set, and says what came of it.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { report } from '#platform/web/ui/report.ts'
import type { SettingRow, Tested } from '../contract.ts'
import { saveSetting } from './save-setting.ts'
import { TestOutcome } from './test-outcome.tsx'
import { useTest } from './use-test.ts'

type Server = Exclude<Tested, 'agent'>

type Props = {
  readonly what: Server
  /** The row of model.name, where a model can be picked. */
  readonly pick: SettingRow | null
  readonly revision: string
  readonly onSaved: () => void
}

const titles: Readonly<Record<Server, string>> = { model: 'Test the model server', gateway: 'Test the gateway' }
/** More are seen on the command line. */
const mostModels = 20

export function TestButton({ what, pick, revision, onSaved }: Props): ReactNode {
  const { told, isBusy, run } = useTest({ what })
  const choose = async (row: SettingRow, name: string) => {
    const problem = await saveSetting({ row, revision, next: { value: name }, token: undefined, onSaved })
    if (problem !== null) report('Not changed', problem)
  }
  return (
    <div className="setting">
      <p>{titles[what]}</p>
      <TestOutcome told={told} isBusy={isBusy} waiting="Waiting for the answer…" />
      <div className="do">
        {told?.server == null ? null : <span className="meta">{told.server}</span>}
        <Button label="Test" aria-label={titles[what]} disabled={isBusy} onClick={() => void run()} />
      </div>
      {told === null || pick === null || pick.locked !== null ? null : (
        <div className="do">
          {told.models.slice(0, mostModels).map((name) => (
            <Button key={name} label={`Use ${name}`} onClick={() => void choose(pick, name)} />
          ))}
        </div>
      )}
    </div>
  )
}
