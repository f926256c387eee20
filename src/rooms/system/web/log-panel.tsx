// The end of the service's log, followed while it is looked at: a level, what comes, and what is older.
import { useEffect, useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatExact } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readLogs } from '../api.ts'
import type { LogLevel, ServiceLogRow } from '../contract.ts'
import { levelsInOrder } from '../core/log-levels.ts'
import { fieldsInWords } from '../core/log-lines.ts'
import { createLogFeed, type LogShown } from './log-feed.ts'
import { onLook } from './use-looks.ts'

export function LogPanel(): ReactNode {
  const [feed] = useState(() => createLogFeed((query) => call(readLogs, { query })))
  const [isFollowing, setFollowing] = useState(true)
  const shown = useValue(feed.state)
  useEffect(() => {
    if (!isFollowing) return
    void feed.look()
    return onLook(() => void feed.look())
  }, [feed, isFollowing])
  return (
    <section className="sys-panel sys-log" aria-labelledby="system-log">
      <header>
        <h2 id="system-log">Log</h2>
        <Levels level={shown.level} onChoose={(level) => void feed.show(level)} />
        <Button
          className="push"
          isSmall
          label={isFollowing ? 'Following' : 'Follow'}
          aria-pressed={isFollowing}
          onClick={() => setFollowing(!isFollowing)}
        />
      </header>
      {shown.problem === null ? null : <ProblemView problem={shown.problem} onRetry={() => void feed.look()} />}
      <Rows shown={shown} />
      {shown.next === null ? null : (
        <Button isSmall look="quiet" label="Older lines" onClick={() => void feed.older()} />
      )}
    </section>
  )
}

type LevelsProps = { readonly level: LogLevel; readonly onChoose: (level: LogLevel) => void }

const words: Readonly<Record<LogLevel, string>> = { debug: 'All', info: 'Info', warn: 'Warnings', error: 'Errors' }

function Levels({ level, onChoose }: LevelsProps): ReactNode {
  return (
    <div className="choice" role="group" aria-label="The least that is shown">
      {levelsInOrder.map((each) => (
        <button key={each} type="button" aria-pressed={each === level} onClick={() => onChoose(each)}>
          {words[each]}
        </button>
      ))}
    </div>
  )
}

function Rows({ shown: { rows, level, problem } }: { readonly shown: LogShown }): ReactNode {
  if (rows === null) return problem === null ? <Skeleton lines={6} /> : null
  if (rows.length === 0) {
    const which = level === 'debug' ? 'lines' : `lines of level ${level} or above`
    return <p className="meta">{`No ${which} so far.`}</p>
  }
  return (
    <ol className="lines">
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ol>
  )
}

function Row({ row: { at, level, message, fields, stack } }: { readonly row: ServiceLogRow }): ReactNode {
  const details = fieldsInWords(fields)
  return (
    <li data-level={level}>
      <time dateTime={at} title={formatExact(at)}>
        {timeOf(at)}
      </time>
      <span className="level">{level}</span>
      <span className="message">
        {message}
        {details === '' ? null : <span className="fields">{` ${details}`}</span>}
        {stack === null ? null : (
          <details>
            <summary>Stack</summary>
            <pre>{stack}</pre>
          </details>
        )}
      </span>
    </li>
  )
}

const ofDay = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const ofYear = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

/** With its date unless that is today. */
function timeOf(at: string): string {
  const moment = new Date(at)
  const isToday = moment.toDateString() === new Date().toDateString()
  return isToday ? ofDay.format(moment) : `${ofYear.format(moment)}, ${ofDay.format(moment)}`
}
