// What the shapes of the sculpture mean.
import type { ReactNode } from 'react'

export function Legend(): ReactNode {
  return (
    <div className="sky-legend" aria-hidden>
      <span>
        <svg viewBox="0 0 16 16" className="of-room">
          <circle cx="8" cy="8" r="6" />
          <path d="M8 2a6 6 0 1 1-6 6" />
        </svg>
        free RAM
      </span>
      <span>
        <svg viewBox="0 0 16 16" className="of-load">
          <circle cx="8" cy="8" r="6.5" />
        </svg>
        fill: load
      </span>
      {(['online', 'unreachable', 'offline'] as const).map((standing) => (
        <span key={standing}>
          <svg viewBox="0 0 16 16" className="of-halo" data-standing={standing} data-tone={tones[standing]}>
            <circle cx="8" cy="8" r="6.5" />
          </svg>
          {standing}
        </span>
      ))}
      <span data-tone="run" className="of-ship">
        <svg viewBox="-8 -8 16 16">
          <path d="M-5-4.5 6 0-5 4.5-2.5 0z" />
        </svg>
        session
      </span>
    </div>
  )
}

const tones = { online: 'done', unreachable: 'wait', offline: 'fail' } as const
