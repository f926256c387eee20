// What a live session shows and uses now, asked for while a person looks.
import { ChevronRight, Download } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { call, callText } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { report } from '#platform/web/ui/report.ts'
import { readResources, readScreen } from '#rooms/terminal/api.ts'
import type { ResourcesAnswer } from '#rooms/terminal/contract.ts'
import { readLog } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import { livesHere } from '../../core/lives-here.ts'
import { isRecorded } from '../../core/output/last-line.ts'
import { useRounds } from './use-rounds.ts'

export function ScreenAndResources({ session }: { readonly session: SessionCard }): ReactNode {
  const isSignedIn = useSignedIn()
  const [isOpen, setIsOpen] = useState(false)
  if (!isSignedIn || (session.tmux_alive !== true && !isRecorded(session))) return null
  if (!livesHere(session)) return <LogAlone session={session} />
  return (
    <section>
      <h3>
        <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <ChevronRight className="i" aria-hidden />
          Screen and resources
        </button>
        <span className="push" />
        {isRecorded(session) ? <DownloadLog session={session} /> : null}
      </h3>
      {isOpen && session.tmux_alive === true ? <Now id={session.id} /> : null}
      {isOpen && session.tmux_alive !== true ? <p className="meta">Its terminal is gone.</p> : null}
    </section>
  )
}

/** What it shows and uses, its device knows alone. */
function LogAlone({ session }: { readonly session: SessionCard }): ReactNode {
  if (!isRecorded(session)) return null
  return (
    <section>
      <h3>
        Log <span className="meta">all that was kept of its output</span>
        <span className="push" />
        <DownloadLog session={session} />
      </h3>
    </section>
  )
}

function DownloadLog({ session }: { readonly session: SessionCard }): ReactNode {
  return (
    <Button
      look="quiet"
      isSmall
      icon={Download}
      aria-label="Download the log"
      title="Download the log"
      onClick={() => void downloadLog(session)}
    />
  )
}

function Now({ id }: { readonly id: string }): ReactNode {
  const round = useRounds()
  const loadScreen = useCallback(() => call(readScreen, { params: { id } }), [id])
  const loadResources = useCallback(() => call(readResources, { params: { id } }), [id])
  const [screen] = useQuery(loadScreen, round)
  const [resources] = useQuery(loadResources, round)
  const text = screen.kind === 'ready' ? (screen.value.screen?.text.trimEnd() ?? '') : ''
  return (
    <>
      {resources.kind === 'ready' ? <Resources answer={resources.value} /> : null}
      {resources.kind === 'refused' ? <p className="meta">{resources.problem.reason}</p> : null}
      {text === '' ? null : (
        <div className="screen">
          <CopyButton text={text} name="screen" />
          <pre className="output" role="region" tabIndex={0} aria-label="Screen">
            {text}
          </pre>
        </div>
      )}
    </>
  )
}

function Resources({ answer: { resources } }: { readonly answer: ResourcesAnswer }): ReactNode {
  if (resources === null) return <p className="meta">Its terminal is gone.</p>
  return (
    <>
      <dl className="facts" aria-label="Resources">
        <dt>CPU</dt>
        <dd className="num">{resources.cpu_percent.toFixed(1)} %</dd>
        <dt>Memory</dt>
        <dd className="num">{megabytes(resources.memory_bytes)}</dd>
        <dt>Processes</dt>
        <dd>
          {resources.processes.map(({ pid, name, cpu_percent: cpu, memory_bytes: memory }) => (
            <span key={pid} className="process">
              <span className="mono cut" title={`process ${pid}`}>
                {name}
              </span>
              <span className="meta num">
                {cpu.toFixed(1)} % · {megabytes(memory)}
              </span>
            </span>
          ))}
        </dd>
      </dl>
    </>
  )
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(bytes < 10_485_760 ? 1 : 0)} MB`
}

/** A link would come without the login, so the page fetches the log and hands it to the browser. */
async function downloadLog({ id, tmux_session: name }: SessionCard): Promise<void> {
  const answer = await callText(readLog, { params: { id }, query: { download: true } })
  if (!answer.ok) return report('Log not downloaded', answer.error)
  const address = URL.createObjectURL(new Blob([answer.value], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.log`
  link.click()
  URL.revokeObjectURL(address)
}
