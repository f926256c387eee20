// A small panel at the element that opened it; a sheet from below on a phone.
import { Dialog } from '@base-ui/react/dialog'
import { Popover } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import { useMemo, type ReactNode, type RefObject } from 'react'
import { Button } from './button.tsx'
import { useModal } from './modals.ts'
import { useNarrow } from './use-narrow.ts'
import './pop.css'
import './sheet.css'

type Props = {
  readonly name: string
  readonly anchor: Element
  readonly className?: string
  /** The edge of the anchor that it keeps to; `end` when left out. */
  readonly align?: 'start' | 'end'
  /** What gets the focus; the first control when left out. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

export function Pop(props: Props): ReactNode {
  return useNarrow() ? <Sheet {...props} /> : <Floating {...props} />
}

function Floating({ name, anchor, className = '', align = 'end', initialFocus, onClose, children }: Props): ReactNode {
  const place = useMemo(() => placeOf(anchor), [anchor])
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Popover.Portal>
        <Popover.Positioner className="pop-place" anchor={place} align={align} sideOffset={6} collisionPadding={8}>
          <Popover.Popup
            className={`pop ${className}`}
            aria-label={name}
            initialFocus={initialFocus ?? true}
            finalFocus={() => focusable(anchor)}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Sheet({ name, anchor, className = '', initialFocus, onClose, children }: Props): ReactNode {
  useModal(true)
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          className={`pop sheet ${className}`}
          aria-label={name}
          initialFocus={initialFocus ?? true}
          finalFocus={() => focusable(anchor)}
        >
          <Dialog.Close render={<Button look="quiet" icon={X} className="sheet-close" aria-label="Close" />} />
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Where focus goes afterwards: back to the opener, if it is still there. */
function focusable(anchor: Element): HTMLElement | boolean {
  return anchor instanceof HTMLElement && anchor.isConnected ? anchor : true
}

/** Whether a panel can stand at it: what is gone or hidden is nowhere. */
export function hasPlace(anchor: Element): boolean {
  return anchor.isConnected && anchor.getClientRects().length > 0
}

/**
 * Where the anchor is, or was last. A card may be drawn anew while its panel is open, and its buttons go with the pointer: the
 * panel stays where it is rather than leaving from under a click.
 */
function placeOf(anchor: Element) {
  let last = anchor.getBoundingClientRect()
  return {
    contextElement: anchor,
    getBoundingClientRect() {
      if (hasPlace(anchor)) last = anchor.getBoundingClientRect()
      return last
    },
  }
}
