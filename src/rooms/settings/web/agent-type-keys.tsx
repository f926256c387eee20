// One agent type: its keys and variables, a test launch, and its removal where a person brought it.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { SettingRow } from '../contract.ts'
import { isOwnType } from '../core/entries.ts'
import { AddSecret } from './add-secret.tsx'
import { RemoveAgent } from './remove-agent.tsx'
import { SettingLine } from './setting-line.tsx'
import { TestOutcome } from './test-outcome.tsx'
import { useTest } from './use-test.ts'

type Props = {
  readonly type: string
  readonly rows: readonly SettingRow[]
  readonly revision: string
  readonly onSaved: () => void
}

export function AgentTypeKeys({ type, rows, revision, onSaved }: Props): ReactNode {
  const { told, isBusy, run } = useTest({ what: 'agent', agent_type: type })
  const key = (name: string) => `agents.${type}.env.${name}`
  return (
    <div className="setting-group" role="group" aria-label={`Agent type ${type}`}>
      <header className="row">
        <h3>{type}</h3>
        <span className="do push">
          <Button
            label="Test launch"
            aria-label={`Test launch of ${type}`}
            disabled={isBusy}
            onClick={() => void run()}
          />
          {isOwnType(rows) ? <RemoveAgent type={type} rows={rows} revision={revision} onSaved={onSaved} /> : null}
        </span>
      </header>
      <TestOutcome
        told={told}
        isBusy={isBusy}
        waiting="A short session runs, for a minute at most; it is on the board meanwhile."
      />
      {rows.map((row) => (
        <SettingLine key={row.key} row={row} revision={revision} onSaved={onSaved} />
      ))}
      <AddSecret
        what="a variable"
        of={type}
        why="Variables that its launches get, as an API key."
        name={{ label: `Name of the variable of ${type}`, example: 'ANTHROPIC_API_KEY' }}
        keyOf={key}
        unsetOf={key}
        isThere={(name) => rows.some((row) => row.key === key(name))}
        revision={revision}
        onSaved={onSaved}
      />
    </div>
  )
}
