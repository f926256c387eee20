// Draws the toasts; one that is pointed at or focused waits.
import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useValue } from '../store/value-store.ts'
import { Button } from './button.tsx'
import { Dot } from './dot.tsx'
import { undo } from '../undo/undo.ts'
import { dismissToast, toasts, undoStack, type Toast } from './toasts.ts'
import { WithCode } from './with-code.tsx'
import './toaster.css'

export function Toaster(): ReactNode {
  const shown = useValue(toasts)
  const newest = useValue(undoStack.entries).at(-1)?.id ?? null
  return (
    <div className="toaster" role="region" aria-label="Notices" aria-live="polite">
      {shown.map((toast) => (
        <ToastView key={toast.id} toast={toast} hasKey={toast.undoId !== null && toast.undoId === newest} />
      ))}
    </div>
  )
}

type Props = {
  readonly toast: Toast
  /** What it can take back is what the key takes back. */
  readonly hasKey: boolean
}

function ToastView({ toast, hasKey }: Props): ReactNode {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.lastsMs)
    return () => clearTimeout(timer)
  }, [toast.id, toast.lastsMs, isHeld])
  const hold = () => setIsHeld(true)
  const release = () => setIsHeld(false)
  return (
    <div className="toast" onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <Dot state={toast.tone} isMute />
      <div>
        <p>
          <strong>{toast.title}</strong>
        </p>
        {toast.text === null ? null : (
          <p className="meta">
            <WithCode text={toast.text} />
          </p>
        )}
      </div>
      <ToastAction toast={toast} hasKey={hasKey} />
      <Button look="quiet" isSmall icon={X} aria-label="Close notice" onClick={() => dismissToast(toast.id)} />
    </div>
  )
}

function ToastAction({ toast, hasKey }: Props): ReactNode {
  const { action, undoId } = toast
  if (undoId !== null) {
    return <Button isSmall label="Undo" {...(hasKey ? { keys: 'z' } : {})} onClick={() => void undo(undoId)} />
  }
  if (action === null) return null
  const run = () => {
    dismissToast(toast.id)
    action.run()
  }
  return <Button isSmall label={action.label} onClick={run} />
}
