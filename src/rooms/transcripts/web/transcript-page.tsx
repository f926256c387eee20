// What an agent said and did, beside what each turn of it used.
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { useValue } from '#platform/web/store/value-store.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { shellWord } from '#base/shell-word.ts'
import type { TranscriptAnswer } from '../contract.ts'
import { foldTurns, type Turn } from '../core/fold.ts'
import { rowsOf, type Row, type ShownPart } from '../core/rows.ts'
import { FindBar } from './find-bar.tsx'
import { useTalk, type FollowedTalk } from './talk-feed.ts'
import { replayAddress } from './replay-address.ts'
import type { RowsHandle } from './rows-handle.ts'
import { TalkRows } from './talk-rows.tsx'
import { TurnList } from './turn-list.tsx'
import { useFind } from './use-find.ts'
import './transcript.css'

export function TranscriptPage(): ReactNode {
  const { id } = useParams<{ id: string }>()
  const isSignedIn = useSignedIn()
  return (
    <div className="transcript-page">
      {isSignedIn ? (
        <SignedIn key={id} id={id} />
      ) : (
        <>
          <h1 className="sr">Transcript</h1>
          <SignIn why="Transcripts take a login." />
        </>
      )}
    </div>
  )
}

function SignedIn({ id }: { readonly id: string }): ReactNode {
  const [talk, reload] = useTalk(id)
  const { part, problem } = talk
  if (part === null)
    return (
      <>
        <h1 className="sr">Transcript</h1>
        {problem === null ? <Skeleton lines={6} /> : <ProblemView problem={problem} onRetry={reload} />}
      </>
    )
  return (
    <>
      <Head session={part.session} />
      {part.why_none === null ? <Conversation talk={talk} part={part} /> : <NoTranscript part={part} />}
    </>
  )
}

function Head({ session: { id, title, state } }: Pick<TranscriptAnswer, 'session'>): ReactNode {
  const address = encodeURIComponent(id)
  const replay = useValue(replayAddress)
  return (
    <header className="head talk-head">
      <div className="row title">
        <Dot state={state} />
        <h1 className="cut">
          <Link href={`/board?session=${address}`} title="Open its panel">
            {title}
          </Link>
        </h1>
      </div>
      <nav className="tabs" aria-label="This session">
        <Link href={`/terminal/${address}`}>Terminal</Link>
        <a href={`/sessions/${address}/transcript`} aria-current="page">
          Transcript
        </a>
        {replay === null ? null : <Link href={replay(id, null)}>Replay</Link>}
      </nav>
    </header>
  )
}

function NoTranscript({ part: { session, why_none: why } }: { readonly part: TranscriptAnswer }): ReactNode {
  return (
    <Empty title="No conversation to show">
      <span>{why}</span>
      <Link className="btn primary" href={`/board?session=${encodeURIComponent(session.id)}`}>
        Open its panel
      </Link>
      <CommandLine text={`orrery logs ${shellWord(session.id)}`} name="command" />
    </Empty>
  )
}

type Known = { readonly talk: FollowedTalk; readonly part: TranscriptAnswer }

function Conversation({ talk: { items, problem }, part }: Known): ReactNode {
  const turns = useMemo(() => foldTurns(items), [items])
  const [shown, setShown] = useState<ShownPart>('all')
  const [isUnfolded, setIsUnfolded] = useState(false)
  const rows = useMemo(() => rowsOf(turns, { shown, isUnfolded }), [turns, shown, isUnfolded])
  const list = useRef<RowsHandle>(null)
  const [current, setCurrent] = useState(1)
  const find = useFind(rows, list)
  return (
    <>
      <FindBar
        {...{ find, shown, onShow: setShown, isUnfolded, turns, part }}
        onUnfold={() => setIsUnfolded(!isUnfolded)}
      />
      {problem === null ? null : <ProblemView problem={problem} />}
      <div className="talking">
        <TurnList turns={turns} current={current} onChoose={(turn) => list.current?.show(firstRowOf(rows, turn))} />
        <TalkRows
          handle={list}
          rows={rows}
          follows={part.session.is_at_work}
          isUnfolded={isUnfolded}
          words={find.words}
          hit={find.hit}
          session={part.session}
          onTurn={setCurrent}
        />
      </div>
    </>
  )
}

const firstRowOf = (rows: readonly Row[], { n }: Turn): number => rows.findIndex(({ turn }) => turn.n === n)
