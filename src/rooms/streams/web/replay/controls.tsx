// The buttons of a replay: play, jumps, speed, waits, and ways out of it.
import { ChevronLeft, ChevronRight, Link2, Pause, Play, SkipBack, SkipForward, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { toast } from '#platform/web/ui/toasts.ts'
import type { Mark } from '../../core/replay/mark-of.ts'
import { hrefOfReplay } from '../replay-url.ts'
import { speeds, type Player, type Speed } from './player.ts'

export const isFailure = ({ kind }: Mark): boolean => kind === 'failed'
/** Whatever is worth a stop: commands, what asks, answers, gaps, ends. */
export const isAny = (): boolean => true

type Props = { readonly player: Player; readonly id: string }

export function Controls({ player, id }: Props): ReactNode {
  const isPlaying = useValue(player.isPlaying)
  useValue(player.told)
  return (
    <div className="controls">
      <span className="row">
        <Step icon={SkipBack} name="Previous mark" keys="[" onStep={() => player.step('previous', isAny)} />
        <Button
          icon={isPlaying ? Pause : Play}
          aria-label={isPlaying ? 'Pause' : 'Play'}
          title={isPlaying ? 'Pause (space)' : 'Play (space)'}
          onClick={player.toggle}
        />
        <Step icon={SkipForward} name="Next mark" keys="]" onStep={() => player.step('next', isAny)} />
      </span>
      <Place player={player} />
      <Failures player={player} />
      <span className="push" />
      <SkipWaits player={player} />
      <Speeds player={player} />
      <Button
        look="quiet"
        isSmall
        icon={Link2}
        aria-label="Copy the link to this moment"
        title="Copy the link to this moment"
        onClick={() => void copyLink(player, id)}
      />
    </div>
  )
}

type StepProps = {
  readonly icon: LucideIcon
  readonly name: string
  readonly keys: string
  readonly onStep: () => void
}

function Step({ icon, name, keys, onStep }: StepProps): ReactNode {
  return <Button look="quiet" isSmall icon={icon} aria-label={name} title={`${name} (${keys})`} onClick={onStep} />
}

async function copyLink(player: Player, id: string): Promise<void> {
  const href = hrefOfReplay(id, { t: Math.round(player.position.get() / 100) / 10 })
  const isCopied = await copyText(new URL(href, location.href).href)
  if (isCopied) toast({ tone: 'completed', title: 'Copied the link to this moment.' })
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

function Place({ player }: { readonly player: Player }): ReactNode {
  const position = useValue(player.position)
  const { beganMs, lengthMs } = player.recording
  if (beganMs === null) return null
  return (
    <span className="replay-at">
      <b className="num">{clock.format(beganMs + position)}</b>{' '}
      <span className="dim wide num">
        {spanText(position)} of {spanText(lengthMs)}
      </span>
    </span>
  )
}

/** With seconds: a minute of a replay is long. */
function spanText(ms: number): string {
  const seconds = Math.floor(ms / 1000) % 60
  return ms < 60_000 || ms >= 3_600_000
    ? formatDuration(ms)
    : `${formatDuration(ms)} ${String(seconds).padStart(2, '0')} s`
}

function Failures({ player }: { readonly player: Player }): ReactNode {
  const count = player.recording.marks.filter(isFailure).length
  if (count === 0) return <span className="row meta replay-fails">nothing failed</span>
  return (
    <span className="row replay-fails">
      <Dot state="failed" isMute />
      <span className="num">
        {count} {count === 1 ? 'failure' : 'failures'}
      </span>
      <Step icon={ChevronLeft} name="Previous failure" keys="E" onStep={() => player.step('previous', isFailure)} />
      <Step icon={ChevronRight} name="Next failure" keys="e" onStep={() => player.step('next', isFailure)} />
    </span>
  )
}

function SkipWaits({ player }: { readonly player: Player }): ReactNode {
  const isOn = useValue(player.skipsWaits)
  return (
    <label className="row replay-skip">
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={isOn}
        aria-label="Skip waits"
        title="No wait is longer than a second (w)"
        onClick={() => player.skipsWaits.set(!isOn)}
      />
      <span>Skip waits</span>
    </label>
  )
}

const faces: Readonly<Record<Speed, string>> = { 0.5: '½×', 1: '1×', 4: '4×', 16: '16×' }

/** A phone has room for one: each press is the next speed. */
function Speeds({ player }: { readonly player: Player }): ReactNode {
  const now = useValue(player.speed)
  const next = speeds[(speeds.indexOf(now) + 1) % speeds.length] ?? 1
  return (
    <>
      <span className="choice wide" role="group" aria-label="Speed">
        {speeds.map((speed) => (
          <button key={speed} type="button" aria-pressed={speed === now} onClick={() => player.speed.set(speed)}>
            {faces[speed]}
          </button>
        ))}
      </span>
      <button
        type="button"
        className="btn small narrow"
        aria-label={`Speed, ${now} times`}
        onClick={() => player.speed.set(next)}
      >
        {faces[now]}
      </button>
    </>
  )
}
