// A session's replay as a page of its own: what was known and what was written at each moment, and the time line that moves both.
import { Download } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import { ok } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { Brand } from '#platform/web/shell/brand.tsx'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { readPast } from '#rooms/sessions/api.ts'
import { useStreamsPorts } from '../ports.ts'
import { ReplayView } from './replay-view.tsx'
import { Player } from './player.ts'
import { loadRecording } from './load-recording.ts'
import { placeOf } from './place-of.ts'
import { saveRecording } from './save-recording.ts'
import './replay.css'

export function ReplayPage(): ReactNode {
  const { id } = useParams<{ id: string }>()
  const isSignedIn = useSignedIn()
  return <Page key={`${id} ${isSignedIn}`} id={id} />
}

function Page({ id }: { readonly id: string }): ReactNode {
  const { hrefOfSession } = useStreamsPorts()
  const { title, state, isAtWork } = useSession(id)
  useEffect(() => {
    document.title = `${title} · Replay · Orrery`
  }, [title])
  return (
    <main className="replay-page" id="page" tabIndex={-1}>
      <header className="head replay-head">
        <Link className="brand" href={hrefOfSession(id)}>
          <Brand />
          <span className="sr">To the session</span>
        </Link>
        <div className="row title">
          {state === null ? null : <Dot state={state} />}
          <h1 className="cut" title={title}>
            {title}
          </h1>
        </div>
        <nav className="tabs" aria-label="This session">
          {isAtWork ? <Link href={`/terminal/${encodeURIComponent(id)}`}>Terminal</Link> : null}
          <a href={location.pathname} aria-current="page">
            Replay
          </a>
        </nav>
        <Button
          look="quiet"
          isSmall
          icon={Download}
          aria-label="Save the recording"
          title="Save the recording, as an asciicast"
          onClick={() => void saveRecording(id)}
        />
      </header>
      <Loaded id={id} />
    </main>
  )
}

/** Of one on the board, else of one that left it. */
function useSession(id: string): { readonly title: string; readonly state: string | null; readonly isAtWork: boolean } {
  const { sessions, isLoaded, titleOf } = useStreamsPorts()
  const onBoard = useEntity(sessions, id)
  const isTold = useValue(isLoaded)
  const isGone = isTold && onBoard === null
  const load = useCallback(async () => (isGone ? await call(readPast, { params: { id } }) : ok(null)), [id, isGone])
  const [query] = useQuery(load)
  const past = query.kind === 'ready' ? (query.value?.past.session ?? null) : null
  const session = onBoard ?? past
  if (session === null) return { title: id, state: null, isAtWork: false }
  return { title: titleOf(session), state: session.state, isAtWork: onBoard?.tmux_alive === true }
}

function Loaded({ id }: { readonly id: string }): ReactNode {
  const [player] = useState(() => new Player())
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    player.goTo(placeOf(new URLSearchParams(location.search), player.isWhole.get))
    const stop = loadRecording(id, player, setProblem)
    return () => {
      stop()
      player.close()
    }
  }, [id, player])
  if (problem !== null && needsLogin(problem)) return <SignIn why="A replay takes a login." />
  return <ReplayView id={id} player={player} problem={problem} />
}
