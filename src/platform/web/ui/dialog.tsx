// A modal dialog: in the middle on a desk, a sheet from below on a phone. Loaded with whatever dialog is opened first.
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Button } from './button.tsx'
import { useModal } from './modals.ts'
import './dialog.css'
import './sheet.css'

type Props = {
  readonly title: string
  readonly className?: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Leaves the title to readers alone, for dialogs that begin with a field. */
  readonly isBare?: boolean
  readonly initialFocus?: RefObject<HTMLElement | null>
}

export function Dialog({ title, className = '', onClose, children, isBare = false, initialFocus }: Props): ReactNode {
  useModal(true)
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="dialog-place">
          <Base.Popup className={`dialog ${className}`} initialFocus={initialFocus}>
            {isBare ? (
              <Base.Title className="sr">{title}</Base.Title>
            ) : (
              <header>
                <Base.Title render={<h2 />}>{title}</Base.Title>
                <span className="push" />
                <Base.Close render={<Button look="quiet" isSmall icon={X} aria-label="Close" />} />
              </header>
            )}
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
