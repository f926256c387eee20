// The turns of a conversation, with what each used of all.
import type { ReactNode } from 'react'
import { formatMoment } from '#platform/web/time/moment.ts'
import { Bar } from '#platform/web/ui/bar.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { Turn, Usage } from '../core/fold.ts'
import { counted, tokens, usageOfAll } from '../core/words.ts'

type Props = {
  readonly turns: readonly Turn[]
  /** The turn in sight. */
  readonly current: number
  readonly onChoose: (turn: Turn) => void
}

/** Turns that are listed; a longer conversation is found by its words. */
const mostListed = 500

const sumOf = ({ input, output, cacheRead, cacheWrite }: Usage): number => input + output + cacheRead + cacheWrite

export function TurnList({ turns, current, onChoose }: Props): ReactNode {
  const all = usageOfAll(turns)
  const sum = sumOf(all)
  return (
    <nav className="turns wide scroll" aria-label="Turns">
      <h2>Turns {sum === 0 ? null : <span className="meta">tokens of each</span>}</h2>
      {turns.slice(0, mostListed).map((turn) => (
        <button
          key={turn.id}
          type="button"
          className="turn"
          aria-current={turn.n === current}
          onClick={() => onChoose(turn)}
        >
          <OneTurn turn={turn} sum={sum} />
        </button>
      ))}
      {turns.length > mostListed ? <p className="meta more">{turns.length - mostListed} more turns</p> : null}
      {sum === 0 ? null : (
        <UsageFacts usage={all} model={turns.findLast(({ model }) => model !== null)?.model ?? null} />
      )}
    </nav>
  )
}

function OneTurn({
  turn: { n, prompts, usage, tools, failed, beganAt },
  sum,
}: {
  readonly turn: Turn
  readonly sum: number
}): ReactNode {
  const own = sumOf(usage)
  return (
    <>
      <span className="n">{n}</span>
      <b className="cut">{prompts[0]?.text.slice(0, 200) ?? 'Before the first words'}</b>
      <time className="meta">{beganAt === null ? '' : formatMoment(beganAt)}</time>
      <span className="meta use">
        {own === 0 ? null : (
          <>
            <Bar part={own / sum} />
            {tokens(own)}
          </>
        )}
      </span>
      <span className="meta end">
        {failed === 0 ? null : (
          <span className="row" title={`${counted(failed, 'tool')} failed or denied`}>
            <Dot state="failed" />
          </span>
        )}
        {tools === 0 ? null : counted(tools, 'tool')}
      </span>
    </>
  )
}

function UsageFacts({ usage, model }: { readonly usage: Usage; readonly model: string | null }): ReactNode {
  const rows = [
    ['In', usage.input + usage.cacheWrite],
    ['From cache', usage.cacheRead],
    ['Out', usage.output],
  ] as const
  return (
    <div className="usage">
      <h2>Usage</h2>
      <dl className="facts">
        {model === null ? null : (
          <>
            <dt>Model</dt>
            <dd className="mono">{model}</dd>
          </>
        )}
        {rows.map(([label, count]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd>{tokens(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
