// What a session did: a sentence, files, commands with their results, variables by name; every row leads to its moment.
import type { MouseEvent, ReactNode } from 'react'
import { useState } from 'react'
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { Derived } from '../../contract.ts'
import type { ReplayMoment } from '../replay-url.ts'
import { FileDiff } from './file-diff.tsx'
import './derived.css'

export type Leads = {
  readonly sessionId: string
  readonly hrefOf: (moment: ReplayMoment) => string
  /** Takes a click instead of the address; null follows it. */
  readonly go: ((moment: ReplayMoment) => void) | null
}

type Props = Leads & {
  readonly derived: Derived
  /** All that is known by now, where `derived` is what was known at a moment: the rest is drawn as later. */
  readonly whole?: Derived
  /** Beside 'Summary': as of when. */
  readonly asOf: ReactNode
  /** The command at the moment that is shown. */
  readonly currentAt?: string | null
  /** The commands in their order, or the last one first. */
  readonly order: 'first' | 'last'
}

export function DerivedPane(props: Props): ReactNode {
  const { derived, whole = derived, asOf } = props
  const isSilent = whole.commands.length === 0 && whole.files.length === 0 && whole.env.length === 0
  return (
    <section className="derived scroll" aria-label="Derived state" tabIndex={0}>
      <div className="derived-part">
        <h2>
          Summary <span className="meta push">{asOf}</span>
        </h2>
        <p className="derived-summary">
          {isSilent ? 'Nothing told what it does: the output is all there is.' : sentence(derived.summary)}
        </p>
        {derived.cwd === null ? null : <p className="meta mono cut">in {derived.cwd}</p>}
      </div>
      <Files {...props} whole={whole} />
      <Commands {...props} whole={whole} />
      <Variables {...props} whole={whole} />
      {whole.unknown.length === 0 ? null : (
        <div className="derived-part">
          <h2>Not known</h2>
          <ul className="derived-unknown">
            {whole.unknown.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

const sentence = (summary: string): string => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`

type Parts = Props & { readonly whole: Derived }

function Files({ derived, whole, ...leads }: Parts): ReactNode {
  const [open, setOpen] = useState<string | null>(null)
  if (whole.files.length === 0) return null
  const known = new Set(derived.files.map(({ path }) => path))
  const later = whole.files.filter(({ path }) => !known.has(path))
  const counted =
    later.length === 0 ? `${formatCount(known.size)} changed` : `${known.size} of ${whole.files.length} changed so far`
  return (
    <div className="derived-part">
      <h2>
        Files <span className="meta">{counted}</span>
        <span className="push mono dim">{linesOf(derived)}</span>
      </h2>
      {derived.files.map((file) => (
        <div key={file.path}>
          <div className="file-row">
            <Row moment={{ file: file.path }} className="file-link" {...leads}>
              <span className="mono cut-start" title={file.path}>
                <bdi>{file.path}</bdi>
              </span>
            </Row>
            <span className="mono dim">{file.added === null ? file.status : linesOf(file)}</span>
            <Churn added={file.added} removed={file.removed} />
            <button
              type="button"
              className="btn quiet small"
              aria-expanded={open === file.path}
              aria-label={`diff of ${file.path}`}
              onClick={() => setOpen(open === file.path ? null : file.path)}
            >
              diff
            </button>
          </div>
          {open === file.path ? <FileDiff sessionId={leads.sessionId} path={file.path} /> : null}
        </div>
      ))}
      {later.map(({ path }) => (
        <div key={path} className="file-row later">
          <Row moment={{ file: path }} className="file-link" {...leads}>
            <span className="mono cut-start">
              <bdi>{path}</bdi>
            </span>
          </Row>
          <span className="meta">later</span>
        </div>
      ))}
    </div>
  )
}

function linesOf({ added, removed }: { readonly added: number | null; readonly removed: number | null }): string {
  return added === null || removed === null ? '' : `+${added} −${removed}`
}

const squares = 8

/** How much came and went, to the eye alone. */
function Churn({ added, removed }: { readonly added: number | null; readonly removed: number | null }): ReactNode {
  const lines = (added ?? 0) + (removed ?? 0)
  if (lines === 0) return <span className="churn" />
  const filled = Math.min(squares, Math.max(1, Math.ceil(lines / 10)))
  const plus = Math.round((filled * (added ?? 0)) / lines)
  return (
    <span className="churn" aria-hidden>
      {Array.from({ length: squares }, (_, index) => (
        <i key={index} data-is={index < plus ? 'added' : index < filled ? 'removed' : 'none'} />
      ))}
    </span>
  )
}

function Commands({ derived, whole, currentAt = null, order, ...leads }: Parts): ReactNode {
  if (whole.commands.length === 0) return null
  const known = derived.commands.length
  const failed = derived.commands.filter(({ ok }) => ok === false).length
  const all = whole.commands.length + whole.earlier
  const ended = new Map(derived.commands.map((command, index) => [`${command.at} ${index}`, command]))
  const rows = whole.commands.map((command, index) => ({
    command,
    index,
    now: ended.get(`${command.at} ${index}`) ?? null,
  }))
  const counted =
    derived === whole ? formatCount(all) : `${formatCount(known + derived.earlier)} of ${formatCount(all)}`
  return (
    <div className="derived-part">
      <h2>
        Commands <span className="meta">{`${counted}${failed === 0 ? '' : `, ${failed} failed`}`}</span>
      </h2>
      {whole.earlier === 0 ? null : <p className="meta">{formatCount(whole.earlier)} before these</p>}
      {(order === 'last' ? rows.toReversed() : rows).map(({ command, index, now }) => (
        <Row
          key={index}
          moment={{ at: command.at }}
          className={now === null ? 'cmd later' : 'cmd'}
          isCurrent={currentAt === `${command.at} ${index}`}
          {...leads}
        >
          <Dot state={now === null ? 'idle' : stateOf(now)} isMute />
          <span className="mono cut">{`${command.command ?? 'a command'}${command.is_cut ? '…' : ''}`}</span>
          <span className="meta num">{now === null ? '' : resultOf(now)}</span>
          <span className="meta num">
            {now?.duration_ms == null ? clock.format(fromIso(command.at)) : took(now.duration_ms)}
          </span>
        </Row>
      ))}
    </div>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const took = (ms: number): string => (ms < 1000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms))

type ToldCommand = Derived['commands'][number]

/** Of a client's tools only the end is told. */
const goesOn = ({ ok, source, duration_ms: tookMs }: ToldCommand): boolean =>
  ok === null && tookMs === null && source !== 'hook'

function stateOf(command: ToldCommand): string {
  if (command.ok === null) return goesOn(command) ? 'running' : 'idle'
  return command.ok ? 'completed' : 'failed'
}

function resultOf(command: ToldCommand): string {
  const { ok, exit_code: code } = command
  if (code !== null) return `exit ${code}`
  if (goesOn(command)) return 'goes on'
  if (ok === null) return 'not told'
  return ok ? 'ok' : 'failed'
}

function Variables({ derived, whole, ...leads }: Parts): ReactNode {
  if (whole.env.length === 0) return null
  const known = new Set(derived.env.map(({ name }) => name))
  return (
    <div className="derived-part">
      <h2>
        Environment <span className="meta">{formatCount(known.size)} by name, never by value</span>
      </h2>
      {whole.env.map(({ name, change, at }) => (
        <Row key={name} moment={{ at }} className={known.has(name) ? 'cmd env-row' : 'cmd env-row later'} {...leads}>
          <span className="mono cut">{name}</span>
          <span className="meta">
            {change} at {formatMoment(at)}
          </span>
        </Row>
      ))}
    </div>
  )
}

type RowProps = Leads & {
  readonly moment: ReplayMoment
  readonly className: string
  readonly isCurrent?: boolean
  readonly children: ReactNode
}

function Row({ moment, className, isCurrent = false, hrefOf, go, children }: RowProps): ReactNode {
  const onClick = (event: MouseEvent) => {
    if (go === null || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(moment)
  }
  return (
    <a
      className={className}
      href={hrefOf(moment)}
      onClick={onClick}
      title="Go to this moment"
      {...(isCurrent ? { 'aria-current': true } : {})}
    >
      {children}
    </a>
  )
}
