// A panel from the right that leaves the page usable; a modal sheet from below on a phone.
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { useModal } from './modals.ts'
import { useShown } from './shown.ts'
import { useNarrow } from './use-narrow.ts'
import './drawer.css'
import './sheet.css'

type Props = {
  readonly name: string
  /** Beside the close button. */
  readonly head: ReactNode
  readonly foot?: ReactNode
  readonly children: ReactNode
  readonly onClose: () => void
  /** What takes the focus as it opens; null: the panel itself. */
  readonly focusFirst?: () => HTMLElement | null
}

export function Drawer({ name, head, foot, children, onClose, focusFirst }: Props): ReactNode {
  const isSheet = useNarrow()
  useModal(isSheet)
  useShown('drawer')
  // The panel itself takes the focus: its first button would be ringed whenever an address opens it.
  const panel = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open
      modal={isSheet}
      disablePointerDismissal={!isSheet}
      onOpenChange={(open) => (open ? undefined : onClose())}
    >
      <Base.Portal>
        {isSheet ? <Base.Backdrop className="scrim" /> : null}
        <Base.Popup
          className="drawer"
          aria-label={name}
          ref={panel}
          initialFocus={() => focusFirst?.() ?? panel.current}
        >
          <div className="drawer-head">
            {head}
            <Base.Close render={<Button look="quiet" isSmall icon={X} aria-label="Close panel" />} />
          </div>
          <div className="scroll">{children}</div>
          {foot === undefined ? null : <div className="drawer-foot">{foot}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
