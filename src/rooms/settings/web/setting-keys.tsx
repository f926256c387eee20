// The keys of one section of the settings, read anew while somebody looks: other editors and the file itself change them.
import { useEffect, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { needsLogin } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readSettings } from '../api.ts'
import type { SettingsAnswer, SettingsSectionId } from '../contract.ts'
import { sectionLabels } from '../core/sections.ts'
import { byAgentType } from '../core/entries.ts'
import { AddAgent } from './add-agent.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { AgentTypeKeys } from './agent-type-keys.tsx'
import { changedElsewhere } from './change-keys.ts'
import { SettingLine } from './setting-line.tsx'
import { TestButton } from './test-button.tsx'
import './setting-keys.css'

/** A file that is edited by hand is seen while a person looks on. */
const lookAgainMs = 3000

const load = () => call(readSettings)

export function SettingKeys({ section }: { readonly section: SettingsSectionId }): ReactNode {
  const isSignedIn = useSignedIn()
  const changes = useValue(changedElsewhere)
  const [query, reload] = useQuery(load, `${isSignedIn} ${changes}`)
  const isShown = query.kind === 'ready'
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => (document.hidden ? undefined : reload()), lookAgainMs)
    return () => clearInterval(timer)
  }, [isShown, reload])
  switch (query.kind) {
    case 'loading':
      return (
        <section>
          <h2>{sectionLabels[section]} settings</h2>
          <Skeleton lines={4} />
        </section>
      )
    case 'refused':
      return (
        <section>
          <h2>{sectionLabels[section]} settings</h2>
          {needsLogin(query.problem) ? (
            <div className="setting">
              <SignIn why="Settings hold commands and addresses of this machine, so they take a signed-in browser." />
            </div>
          ) : (
            <ProblemView problem={query.problem} onRetry={reload} />
          )}
        </section>
      )
    case 'ready':
      return <Lines answer={query.value} section={section} onSaved={reload} />
  }
}

type LinesProps = {
  readonly answer: SettingsAnswer
  readonly section: SettingsSectionId
  readonly onSaved: () => void
}

function Lines({ answer, section, onSaved }: LinesProps): ReactNode {
  const rows = answer.settings.filter((row) => row.section === section)
  const change = { revision: answer.revision, onSaved }
  const isWaiting = rows.some((row) => row.needs_restart)
  return (
    <section>
      <h2>{sectionLabels[section]} settings</h2>
      {answer.problems.length === 0 ? null : (
        <div className="setting-trouble" role="alert">
          <p>config.json was edited by hand and is not in force. What was in force stays.</p>
          {answer.problems.map(({ field, reason }) => (
            <p key={field} className="meta">
              <code>{field}</code> {reason}
            </p>
          ))}
        </div>
      )}
      {isWaiting ? (
        <div className="setting-trouble">
          <p>Some changes here are in force after a restart of the service.</p>
          <p className="meta">
            End it where it runs (Ctrl+C, or the restart of its unit or container), then start it again. Agents in tmux
            go on meanwhile.
          </p>
          <CommandLine text="orrery start" name="start command" />
        </div>
      ) : null}
      {section === 'agents' ? null : rows.map((row) => <SettingLine key={row.key} row={row} {...change} />)}
      {byAgentType(rows)
        .entries()
        .map(([type, own]) => <AgentTypeKeys key={type} type={type} rows={own} {...change} />)
        .toArray()}
      {section === 'strands' ? <AddWebhook rows={rows} {...change} /> : null}
      {section === 'model' || section === 'gateway' ? (
        <TestButton what={section} pick={rows.find(({ key }) => key === 'model.name') ?? null} {...change} />
      ) : null}
      {section === 'agents' ? <AddAgent {...change} /> : null}
      <p className="meta">
        Kept in <code>{answer.file}</code>; on the command line: <code>orrery settings</code>.
      </p>
    </section>
  )
}
