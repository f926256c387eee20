// Both panes at one moment, with the time line below.
import { Copy } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { toIso } from '#base/time.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { Empty } from '#platform/web/ui/empty.tsx'
import { Panes } from '#platform/web/ui/panes.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import type { RecordedScreen } from '#rooms/terminal/web/contract.ts'
import { readDerived } from '../../api.ts'
import { countUntil } from '../../core/replay/count-until.ts'
import { knownAt, ownCommandOf } from '../../core/replay/known-at.ts'
import { DerivedPane } from '../derived/derived-pane.tsx'
import { useStreamsPorts } from '../ports.ts'
import { hrefOfReplay, type ReplayMoment } from '../replay-url.ts'
import { Controls } from './controls.tsx'
import { msOf } from './place-of.ts'
import type { Player } from './player.ts'
import { TimeLine } from './time-line.tsx'
import { useReplayKeys } from './use-replay-keys.ts'

type Props = { readonly id: string; readonly player: Player; readonly problem: Problem | null }

export function ReplayView({ id, player, problem }: Props): ReactNode {
  const [shown, setShown] = useState<'left' | 'right'>('right')
  useValue(player.told)
  const isWhole = useValue(player.isWhole)
  useReplayKeys(player)
  const { beganMs } = player.recording
  if (isWhole && beganMs === null) {
    if (problem !== null) return <ProblemView problem={problem} />
    return <Empty title="Nothing was recorded">This session wrote nothing, or what it wrote is no longer kept.</Empty>
  }
  const go = (moment: ReplayMoment) => {
    const ms = msOf(player.recording, moment)
    if (ms !== null) player.seek(ms)
    setShown('right')
  }
  return (
    <div className="replaying">
      <Panes
        name="replay"
        shown={shown}
        onShow={setShown}
        left={{ name: 'Derived', content: <Known id={id} player={player} go={go} /> }}
        right={{ name: 'Output', content: <Output player={player} /> }}
      />
      <section className="player" aria-label="Player">
        <Controls player={player} id={id} />
        <TimeLine player={player} />
        {problem === null ? null : <p className="meta">{problem.reason} What came until then is here.</p>}
      </section>
    </div>
  )
}

type KnownProps = { readonly id: string; readonly player: Player; readonly go: (moment: ReplayMoment) => void }

function Known({ id, player, go }: KnownProps): ReactNode {
  const told = useValue(player.told)
  const { recording } = told
  const load = useCallback(() => call(readDerived, { params: { id } }), [id])
  const [query] = useQuery(load)
  const own = useMemo(() => (query.kind === 'ready' ? ownCommandOf(query.value.derived) : null), [query])
  const position = useValue(player.position)
  // As long as nothing more is known it is the same moment, and nothing is folded anew.
  const known = recording.factTimes[countUntil(recording.factTimes, position) - 1] ?? 0
  const knownMs = own === null ? known : Math.max(known, Math.floor(position / 1000) * 1000)
  const derived = useMemo(() => knownAt(told.recording, knownMs, own), [told, knownMs, own])
  const whole = useMemo(() => knownAt(told.recording, told.recording.lengthMs, own), [told, own])
  const last = derived.commands.at(-1)
  return (
    <DerivedPane
      derived={derived}
      whole={whole}
      sessionId={id}
      order="first"
      hrefOf={(moment) => hrefOfReplay(id, moment)}
      go={go}
      currentAt={last === undefined ? null : `${last.at} ${derived.commands.length - 1}`}
      asOf={recording.beganMs === null ? null : <>as of {formatMoment(toIso(recording.beganMs + position))}</>}
    />
  )
}

function Output({ player }: { readonly player: Player }): ReactNode {
  const { loadScreen } = useStreamsPorts()
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const [screen, setScreen] = useState<RecordedScreen | null>(null)
  useEffect(() => {
    if (host === null) return
    let opened: RecordedScreen | null = null
    let isOpen = true
    const open = async (): Promise<void> => {
      const openScreen = await loadScreen()
      if (!isOpen) return
      opened = openScreen({ host, items: player.recording.items, size: { columns: 160, rows: 48 } })
      player.attach(opened)
      setScreen(opened)
    }
    void open()
    return () => {
      isOpen = false
      player.attach(null)
      opened?.close()
    }
  }, [host, player, loadScreen])
  const isWhole = useValue(player.isWhole)
  useValue(player.told)
  const megabytes = (player.recording.bytes / 1_000_000).toFixed(1)
  return (
    <section className="replay-output" aria-label="Output">
      <header>
        <h2>Output</h2>
        <span className="meta" role="status">
          {isWhole ? '' : `${megabytes} MB here, you can play already`}
        </span>
        <Button
          className="push"
          look="quiet"
          isSmall
          icon={Copy}
          aria-label="Copy what is shown"
          title="Copy what is shown"
          onClick={() => void copyText(screen?.text() ?? '')}
        />
      </header>
      <div className="replay-screen" ref={setHost} />
    </section>
  )
}
