// One row of a conversation.
import { ChevronRight, History, SquareTerminal } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useValue } from '#platform/web/store/value-store.ts'
import { renderMarkdown } from '#platform/web/ui/render-markdown.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { ToolRun, Turn } from '../core/fold.ts'
import { shownInput, type Row } from '../core/rows.ts'
import { replayAddress } from './replay-address.ts'
import { counted, resultWords, toolsWords, turnWords } from '../core/words.ts'

type Props = {
  readonly row: Row
  readonly session: string
  readonly isOpen: boolean
  readonly onFold: () => void
}

export function RowView({ row, session, isOpen, onFold }: Props): ReactNode {
  switch (row.kind) {
    case 'prompt':
      return <Prompt turn={row.turn} item={row.item} />
    case 'said':
      return <Said entry={row.entry} isOpen={isOpen} onFold={onFold} />
    case 'tool':
      return <Tool run={row.run} isOpen={isOpen} onFold={onFold} />
    case 'tools':
      return <Tools runs={row.runs} isOpen={isOpen} onFold={onFold} />
    case 'foot':
      return <Foot turn={row.turn} session={session} />
  }
}

function Prompt({
  turn,
  item: { at, text, cut },
}: Omit<Extract<Row, { readonly kind: 'prompt' }>, 'kind' | 'key'>): ReactNode {
  return (
    <div className="you">
      <h2 className="meta">
        {turn.n}. You{at === null ? '' : `, ${formatMoment(at)}`}
      </h2>
      <Markdown text={text} />
      <Cut count={cut} />
    </div>
  )
}

type Folding = { readonly isOpen: boolean; readonly onFold: () => void }

function Said({
  entry,
  isOpen,
  onFold,
}: Folding & { readonly entry: Extract<Row, { readonly kind: 'said' }>['entry'] }): ReactNode {
  const { kind, text, cut } = entry
  if (kind === 'note')
    return (
      <p className="talk-note meta">
        {text}
        <Cut count={cut} />
      </p>
    )
  if (kind === 'agent')
    return (
      <div className="it">
        <Markdown text={text} />
        <Cut count={cut} />
      </div>
    )
  return (
    <div className="tool thought">
      <FoldHead isOpen={isOpen} onFold={onFold}>
        <span className="meta cut">Thought: {text.split('\n', 1)[0]}</span>
      </FoldHead>
      {isOpen ? (
        <div className="it">
          <Markdown text={text} />
          <Cut count={cut} />
        </div>
      ) : null}
    </div>
  )
}

function FoldHead({ isOpen, onFold, children }: Folding & { readonly children: ReactNode }): ReactNode {
  return (
    <button type="button" className="fold-head" aria-expanded={isOpen} onClick={onFold}>
      <ChevronRight className="i" aria-hidden />
      {children}
    </button>
  )
}

/** As a state, so that it has a shape and a word. */
function stateOf({ result }: ToolRun): string {
  if (result === null) return 'running'
  const { outcome } = result
  return outcome === 'ok' ? 'success' : outcome === null ? 'idle' : outcome === 'stopped' ? 'cancelled' : 'failed'
}

function Tool({ run, isOpen, onFold }: Folding & { readonly run: ToolRun }): ReactNode {
  const { tool, result } = run
  return (
    <div className="tool">
      <FoldHead isOpen={isOpen} onFold={onFold}>
        <Dot state={stateOf(run)} />
        <b>{tool.name}</b>
        <span className="mono cut">{tool.title}</span>
        <span className="meta">{resultWords(run)}</span>
        <time className="meta">{timeOf(result?.at ?? tool.at)}</time>
      </FoldHead>
      {isOpen ? <ToolBody run={run} /> : null}
    </div>
  )
}

const timeOf = (at: string | null): string => (at === null ? '' : formatMoment(at))

function ToolBody({ run: { tool, result } }: { readonly run: ToolRun }): ReactNode {
  const input = shownInput(tool)
  const isNothing = input === '' && (result === null || result.text === '')
  return (
    <>
      {input === '' ? null : (
        <pre className="out given">
          {input}
          <Cut count={tool.cut} />
        </pre>
      )}
      {result === null || result.text === '' ? null : (
        <pre className="out">
          {result.text}
          <Cut count={result.cut} />
        </pre>
      )}
      {isNothing ? <p className="out meta">{result === null ? 'No result yet.' : 'It printed nothing.'}</p> : null}
    </>
  )
}

function Tools({ runs, isOpen, onFold }: Folding & { readonly runs: readonly ToolRun[] }): ReactNode {
  const [first, last] = [runs[0]?.tool.at ?? null, runs.at(-1)?.tool.at ?? null].map(timeOf)
  return (
    <div className="tool folded">
      <FoldHead isOpen={isOpen} onFold={onFold}>
        <b>{counted(runs.length, 'tool')}</b>
        <span className="meta cut">{toolsWords(runs)}</span>
        <time className="meta">{first === last ? first : `${first} to ${last}`}</time>
      </FoldHead>
      {isOpen ? (
        <div className="several">
          {runs.map((run) => (
            <section key={run.tool.id} aria-label={`${run.tool.name} ${run.tool.title}`}>
              <p className="one">
                <Dot state={stateOf(run)} />
                <b>{run.tool.name}</b>
                <span className="mono cut">{run.tool.title}</span>
                <span className="meta">{resultWords(run)}</span>
              </p>
              <ToolBody run={run} />
            </section>
          ))}
        </div>
      ) : null}
    </div>
  )
}

function Foot({ turn, session }: { readonly turn: Turn; readonly session: string }): ReactNode {
  const replay = useValue(replayAddress)
  return (
    <div className="turn-foot meta">
      <span>{turnWords(turn)}</span>
      <span className="push" />
      <a className="btn quiet small" href={`/terminal/${encodeURIComponent(session)}`}>
        <SquareTerminal className="i" aria-hidden />
        Terminal
      </a>
      {replay === null ? null : (
        <Link className="btn quiet small" href={replay(session, turn.beganAt)}>
          <History className="i" aria-hidden />
          {turn.beganAt === null ? 'Replay' : `Replay from ${formatMoment(turn.beganAt)}`}
        </Link>
      )}
    </div>
  )
}

function Cut({ count }: { readonly count: number }): ReactNode {
  return count === 0 ? null : <span className="more">{`\n… ${count} more characters`}</span>
}

function Markdown({ text }: { readonly text: string }): ReactNode {
  const html = useMemo(() => ({ __html: renderMarkdown(text) }), [text])
  return <div className="read markdown" dangerouslySetInnerHTML={html} />
}
