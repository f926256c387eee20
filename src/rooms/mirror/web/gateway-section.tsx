// Settings: how the connection to the agent gateway stands, and what it brings.
import { useEffect, type ReactNode } from 'react'
import { Link } from 'wouter'
import { call } from '#platform/web/api/call.ts'
import { needsLogin } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { Setting } from '#platform/web/settings/setting.tsx'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readGatewayStatus } from '../api.ts'
import type { GatewayProblemView, GatewayStatus } from '../contract.ts'

/** A gateway that is started is seen while the person looks on. */
const lookAgainMs = 4000

const loadStatus = () => call(readGatewayStatus)

export function GatewaySection(): ReactNode {
  const isSignedIn = useSignedIn()
  const [query, reload] = useQuery(loadStatus, String(isSignedIn))
  const isShown = query.kind === 'ready'
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(reload, lookAgainMs)
    return () => clearInterval(timer)
  }, [isShown, reload])
  return (
    <section>
      <h2>Gateway</h2>
      {query.kind === 'loading' ? <Skeleton lines={4} /> : null}
      {query.kind === 'refused' ? <Refused problem={query.problem} onRetry={reload} /> : null}
      {query.kind === 'ready' ? <Status status={query.value.status} /> : null}
    </section>
  )
}

type RefusedProps = { readonly problem: Parameters<typeof needsLogin>[0]; readonly onRetry: () => void }

function Refused({ problem, onRetry }: RefusedProps): ReactNode {
  if (!needsLogin(problem)) return <ProblemView problem={problem} onRetry={onRetry} />
  return (
    <div className="setting">
      <SignIn why="The gateway's jobs hold prompts and commands, so this takes a signed-in browser." />
    </div>
  )
}

function Status({ status }: { readonly status: GatewayStatus }): ReactNode {
  const { state, url, version, since, problem, token_source: source, mirror, usage_today: usage } = status
  const isConnected = state === 'connected'
  return (
    <>
      <dl className="facts about">
        <dt>Connection</dt>
        <dd className="row">
          <Dot state={isConnected ? 'completed' : 'idle'} isMute />
          <span>{stateWords[state]}</span>
          {since === null ? null : <RelativeTime className="dim" since={since} />}
        </dd>
        <dt>Address</dt>
        <dd className="mono">{url}</dd>
        <dt>OpenClaw</dt>
        <dd>{version ?? <span className="dim">not known</span>}</dd>
        <dt>Token</dt>
        <dd>{tokenWords[source]}</dd>
        <dt>Jobs</dt>
        <dd>
          <Jobs mirror={mirror} />
        </dd>
        <dt>Tokens today</dt>
        <dd>{usage.total_tokens.toLocaleString()}</dd>
      </dl>
      {problem === null ? null : <Trouble problem={problem} />}
      {problem !== null || mirror.problem === null ? null : <Trouble problem={mirror.problem} />}
    </>
  )
}

const stateWords: Readonly<Record<GatewayStatus['state'], string>> = {
  off: 'off',
  connecting: 'connecting',
  connected: 'connected',
  waiting: 'not connected',
}

const tokenWords: Readonly<Record<GatewayStatus['token_source'], string>> = {
  config: 'from gateway.token',
  gateway_file: "from the gateway's own file",
  none: 'none',
}

function Jobs({ mirror }: { readonly mirror: GatewayStatus['mirror'] }): ReactNode {
  if (mirror.last_read_at === null) return <span className="dim">not read yet</span>
  return (
    <span className="row">
      <Link href="/strands">{mirror.jobs === 1 ? '1 job' : `${mirror.jobs} jobs`}</Link>
      <span className="dim">
        read <RelativeTime since={mirror.last_read_at} /> by the {mirror.way}
      </span>
    </span>
  )
}

/** A gateway that is not there is nothing to be alarmed at: most machines have none. */
function Trouble({ problem }: { readonly problem: GatewayProblemView }): ReactNode {
  return (
    <Setting title={problem.reason} text={problem.hint}>
      {problem.code === 'unreachable' || problem.code === 'not_installed' ? (
        <CommandLine text="openclaw gateway run" name="start command" />
      ) : null}
    </Setting>
  )
}
