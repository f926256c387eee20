// What triage draws over every page: the panels of the address, and what a row or a part asks for. Loaded when first opened.
import { lazy, useEffect, type ReactNode } from 'react'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { usePanel } from '#platform/web/shell/panel-url.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { LazyHost } from '#platform/web/ui/lazy-host.tsx'
import { startRun } from './data/actions.ts'
import { askedCorrection } from './correct/correction.ts'
import { rowMenu } from './table/row-menu-state.ts'
import { tellRunEnds } from './data/tell-run-ends.ts'

const WhyDrawer = lazy(() => import('./detail/why-drawer.tsx').then(({ WhyDrawer }) => ({ default: WhyDrawer })))
const RunDrawer = lazy(() => import('./detail/run-drawer.tsx').then(({ RunDrawer }) => ({ default: RunDrawer })))
const CorrectPop = lazy(() => import('./correct/correct-pop.tsx').then(({ CorrectPop }) => ({ default: CorrectPop })))
const RowMenu = lazy(() => import('./table/row-menu.tsx').then(({ RowMenu }) => ({ default: RowMenu })))

export function TriageHost(): ReactNode {
  useCommands(commands)
  useEffect(tellRunEnds, [])
  const why = usePanel('why')
  const run = usePanel('triage-run')
  const asked = useValue(askedCorrection)
  const menu = useValue(rowMenu)
  const isRun = run !== null && /^[1-9]\d{0,14}$/.test(run)
  return (
    <>
      <LazyHost>{why === null ? null : <WhyDrawer key={why} id={why} />}</LazyHost>
      <LazyHost>{isRun ? <RunDrawer key={run} id={Number(run)} /> : null}</LazyHost>
      <LazyHost>{menu === null ? null : <RowMenu task={menu.task} anchor={menu.anchor} />}</LazyHost>
      <LazyHost>{asked === null ? null : <CorrectPop key={keyOf(asked)} asked={asked} />}</LazyHost>
    </>
  )
}

/** Another question is another form. */
function keyOf(asked: NonNullable<ReturnType<typeof askedCorrection.get>>): string {
  return `${asked.task} ${asked.kind} ${asked.kind === 'part' ? asked.dimension : asked.lane}`
}

/** In the palette of every page; the triage page adds their keys. */
const commands: readonly Command[] = [
  { id: 'triage.run', title: 'Run triage', group: 'Triage', run: () => void startRun({ isDry: false }) },
  { id: 'triage.preview', title: 'Preview a triage run', group: 'Triage', run: () => void startRun({ isDry: true }) },
]
