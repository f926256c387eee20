// Settings: whose hooks are installed where, with the buttons of `orrery hook install`, `uninstall` and `test`.
import { useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { needsLogin } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { Setting } from '#platform/web/settings/setting.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { report } from '#platform/web/ui/report.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { toast } from '#platform/web/ui/toasts.ts'
import { installHooks, readHooks, removeHooks, testHooks } from '../api.ts'
import type { ClientHooksState, HooksState, HookTest } from '../contract.ts'
import { isThere, stateWords, testWords } from '../core/state-words.ts'

const load = () => call(readHooks)

export function HooksSection(): ReactNode {
  const isSignedIn = useSignedIn()
  const [query, reload] = useQuery(load, String(isSignedIn))
  return (
    <section>
      <h2>Hooks</h2>
      {query.kind === 'loading' ? <Skeleton lines={4} /> : null}
      {query.kind === 'ready' ? <Clients seen={query.value} onChanged={reload} /> : null}
      {query.kind === 'refused' && !needsLogin(query.problem) ? (
        <ProblemView problem={query.problem} onRetry={reload} />
      ) : null}
      {query.kind === 'refused' && needsLogin(query.problem) ? (
        <div className="setting">
          <SignIn why="Hooks stand in files of this machine, so they take a signed-in browser." />
        </div>
      ) : null}
      <Setting title="Retry queue" text="What could not be delivered waits and is tried again; this lists it:">
        <CommandLine text="orrery hook queue" name="queue command" />
      </Setting>
    </section>
  )
}

type ClientsProps = { readonly seen: HooksState; readonly onChanged: () => void }

function Clients({ seen: { clients, script }, onChanged }: ClientsProps): ReactNode {
  return (
    <>
      {clients.map((client) => (
        <Client key={client.client} client={client} onChanged={onChanged} />
      ))}
      <p className="meta">
        The script <code>{script.file}</code>
        {script.version === null ? ' is missing: a start of the service writes it.' : `, version ${script.version}`}
        {script.state === 'other' ? ', is not the one of this service: installing writes it anew.' : null}
      </p>
    </>
  )
}

type ClientProps = { readonly client: ClientHooksState; readonly onChanged: () => void }

function Client({ client, onChanged }: ClientProps): ReactNode {
  const { label, file, state, reason, note } = client
  const [told, setTold] = useState<HookTest | null>(null)
  return (
    <div className="setting">
      <p className="row">
        <Dot state={state === 'installed' ? 'completed' : 'idle'} isMute />
        {label}
      </p>
      <p className="meta">
        <code>{file}</code>: {reason ?? stateWords(client)}.{isThere(client) && note !== null ? ` ${note}` : null}
        <span role="status">{told === null ? null : ` ${wordsOf(told)}`}</span>
      </p>
      <Buttons client={client} onChanged={onChanged} onTold={setTold} />
    </div>
  )
}

type ButtonsProps = ClientProps & { readonly onTold: (told: HookTest | null) => void }

function Buttons({ client, onChanged, onTold }: ButtonsProps): ReactNode {
  const { label, state } = client
  const [isBusy, setBusy] = useState(false)
  const during = async (work: Promise<boolean>) => {
    setBusy(true)
    const isOther = await work
    setBusy(false)
    if (!isOther) return
    onTold(null)
    onChanged()
  }
  return (
    <div className="do">
      {isThere(client) ? (
        <Button
          label="Test event"
          aria-label={`Test event of ${label}`}
          disabled={isBusy}
          onClick={() => void during(test(client, onTold))}
        />
      ) : null}
      {state === 'installed' || state === 'unreadable' ? null : (
        <Button
          label={state === 'absent' ? 'Install' : 'Install anew'}
          aria-label={`Install hooks of ${label}`}
          disabled={isBusy}
          onClick={() => void during(install(client))}
        />
      )}
      {isThere(client) ? (
        <Button
          look="danger"
          label="Uninstall"
          aria-label={`Uninstall hooks of ${label}`}
          disabled={isBusy}
          onClick={() => void during(uninstall(client))}
        />
      ) : null}
    </div>
  )
}

/** Answers whether something is other than before. */
async function install({ client }: ClientHooksState): Promise<boolean> {
  const answer = await call(installHooks, { query: { client } })
  if (answer.ok) toast({ tone: 'success', title: `Installed in ${answer.value.file}`, text: answer.value.note })
  else report('Not installed', answer.error)
  return answer.ok
}

/** Likewise. */
async function uninstall({ client }: ClientHooksState): Promise<boolean> {
  const answer = await call(removeHooks, { query: { client } })
  if (answer.ok) toast({ tone: 'success', title: `Removed from ${answer.value.file}`, text: answer.value.note })
  else report('Not uninstalled', answer.error)
  return answer.ok
}

async function test({ client }: ClientHooksState, onTold: (told: HookTest) => void): Promise<boolean> {
  const answer = await call(testHooks, { query: { client }, timeoutMs: testMs })
  if (answer.ok) onTold(answer.value)
  else report('Not tested', answer.error)
  return false
}

/** The script has 10 s, and the queue is drained after it. */
const testMs = 20_000

function wordsOf(told: HookTest): string {
  return [testWords(told), told.reason, told.hint].filter((part) => part !== null).join(' ')
}
