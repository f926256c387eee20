// A part of the page that is loaded with its first use. Until it is there its place says so, and a failure offers another try.
import { createElement, useEffect, useLayoutEffect, type ComponentType, type ReactNode } from 'react'
import { partsOnTheirWay, pressHeldKeys } from '../commands/held-keys.ts'
import { pressKey } from '../commands/press-key.ts'
import { useValue } from '../store/value-store.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { createLoading } from './loading.ts'
import { PartBoundary } from './part-boundary.tsx'
import { FailedBeside, FailedInPlace, FailedOver } from './part-failure.tsx'
import type { PartFailure } from './tell-failure.ts'
import './lazy-part.css'

/** Used as the component that it loads; `preload` fetches it before it is needed. */
export type LazyPart<Props> = ComponentType<Props> & { readonly preload: () => void }

/** What stands in the part's place. */
type Looks = { readonly pending: ReactNode; readonly Failure: ComponentType<PartFailure> }

/** For what has a place in the page. `pending` stands there meanwhile; default: grey lines. */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  pending: ReactNode = <Skeleton lines={3} />,
): LazyPart<Props> {
  return createPart(fetchPart, { pending, Failure: FailedInPlace })
}

/** For what opens over the page: panels, dialogs, menus. */
export function lazyOverlay<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return createPart(fetchPart, { pending: <PendingOver />, Failure: FailedOver })
}

/** For what a room does over every page, fetched at once beside the first picture; keys that are pressed meanwhile wait for it. */
export function lazyHost<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const Host = createPart(fetchPart, { pending: <KeysWait />, Failure: FailedBeside })
  Host.preload()
  return Host
}

function createPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  { pending, Failure }: Looks,
): LazyPart<Props> {
  const { state, load } = createLoading(fetchPart)
  function Part(props: Props): ReactNode {
    const now = useValue(state)
    // Before the browser paints, so that an earlier failure is not shown where it is tried again.
    useLayoutEffect(() => load(), [])
    if (now.kind === 'waiting') return pending
    if (now.kind === 'failed') return <Failure what="not_loaded" failures={now.failures} onRetry={load} />
    return <PartBoundary Failure={Failure}>{createElement(now.part, props)}</PartBoundary>
  }
  return Object.assign(Part, { preload: load })
}

function KeysWait(): ReactNode {
  useLayoutEffect(() => partsOnTheirWay.set(partsOnTheirWay.get() + 1), [])
  // Its commands are registered in the effects of this turn.
  useEffect(
    () => () => {
      partsOnTheirWay.set(partsOnTheirWay.get() - 1)
      setTimeout(() => pressHeldKeys(pressKey))
    },
    [],
  )
  return null
}

/** Shown only when loading takes long enough to be seen; keys wait from the start. */
function PendingOver(): ReactNode {
  // Before the next key, however busy the page is.
  useLayoutEffect(() => partsOnTheirWay.set(partsOnTheirWay.get() + 1), [])
  useEffect(
    () => () => {
      partsOnTheirWay.set(partsOnTheirWay.get() - 1)
      // What has come binds its keys in the effects of this turn.
      onceFocused(() => pressHeldKeys(pressKey))
    },
    [],
  )
  return (
    <p className="part-pending meta" role="status">
      Loading…
    </p>
  )
}

/** A dialog takes the focus some frames after it is drawn, on a busy machine many; keys before that are the page's below. */
function onceFocused(run: () => void, tries = 60): void {
  const isThere = document.activeElement?.closest('[role*="dialog"], [role="menu"]') != null
  if (isThere || tries === 0) setTimeout(run)
  else setTimeout(() => onceFocused(run, tries - 1), 16)
}
