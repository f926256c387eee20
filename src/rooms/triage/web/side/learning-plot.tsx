// Agreement run by run as a line, corrections as bars below it. Drawn on a canvas and loaded with its first showing.
import { useEffect, useState, type ReactNode } from 'react'
import uPlot from 'uplot'
import { tokenColour } from '#platform/web/theme/token-colour.ts'
import { theme } from '#platform/web/theme/theme.ts'
import './learning-plot.css'

export type LearningPoint = {
  readonly run: number
  /** 0 to 1; null where a run left nothing that a person could have corrected. */
  readonly agreement: number | null
  readonly corrections: number
}

type Props = { readonly name: string; readonly points: readonly LearningPoint[] }

export function LearningPlot({ name, points }: Props): ReactNode {
  const [host, setHost] = useState<HTMLElement | null>(null)
  useEffect(() => (host === null ? undefined : keepDrawn(host, points)), [host, points])
  return <div className="learning-plot" role="img" aria-label={name} ref={setHost} />
}

/** Draws, and draws anew when the width or the theme changes, until the returned function is called. */
function keepDrawn(host: HTMLElement, points: readonly LearningPoint[]): () => void {
  const controller = new AbortController()
  let plot: uPlot | null = null
  const draw = () => {
    plot?.destroy()
    plot = new uPlot(optionsFor(host), dataOf(points), host)
  }
  draw()
  const resized = new ResizeObserver(() => plot?.setSize(sizeOf(host)))
  resized.observe(host)
  const stopTheme = theme.subscribe(() => requestAnimationFrame(draw))
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw, { signal: controller.signal })
  return () => {
    controller.abort()
    stopTheme()
    resized.disconnect()
    plot?.destroy()
    plot = null
  }
}

function dataOf(points: readonly LearningPoint[]): uPlot.AlignedData {
  return [
    points.map(({ run }) => run),
    points.map(({ corrections }) => corrections),
    points.map(({ agreement }) => (agreement === null ? null : agreement * 100)),
  ]
}

function sizeOf(host: HTMLElement): { width: number; height: number } {
  return { width: host.clientWidth, height: host.clientHeight }
}

/** Bars stay in the lowest part, below the line; one correction is never the whole height of them. */
const barsShare = 3.5
const leastBarsMax = 4

function optionsFor(host: HTMLElement): uPlot.Options {
  const ink = (token: string) => tokenColour(host, token)
  const axis = { stroke: ink('--ink-3'), font: fontOf(host), ticks: { show: false } }
  return {
    ...sizeOf(host),
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: (_plot, min, max) => [min - 0.5, max + 0.5] },
      share: { range: [0, 100] },
      count: { range: (_plot, _min, max) => [0, Math.max(leastBarsMax, max) * barsShare] },
    },
    axes: [
      { ...axis, size: 24, gap: 4, grid: { show: false }, incrs: wholeSteps, space: 48 },
      {
        ...axis,
        scale: 'share',
        size: 34,
        gap: 4,
        grid: { stroke: ink('--line-1'), width: 1 },
        splits: () => [0, 50, 100],
      },
    ],
    series: [
      {},
      { scale: 'count', fill: ink('--line-2'), width: 0, paths: barsOf(), points: { show: false } },
      { scale: 'share', stroke: ink('--ink-1'), width: 1.5, spanGaps: true, points: { size: 5, fill: ink('--ink-1') } },
    ],
  }
}

/** Runs have whole numbers. */
const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]

function barsOf(): uPlot.Series.PathBuilder {
  const bars = uPlot.paths.bars
  if (bars === undefined) throw new Error('the plot library has no bars')
  return bars({ size: [0.5, 10] })
}

function fontOf(host: HTMLElement): string {
  return `11px ${getComputedStyle(host).fontFamily}`
}
