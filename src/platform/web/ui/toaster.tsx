// Draws the toasts; one that is pointed at or focused waits.
import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useValue } from '../store/value-store.ts'
import { Button } from './button.tsx'
import { Dot } from './dot.tsx'
import { dismissToast, newestWithAction, toasts, type Toast } from './toasts.ts'
import './toaster.css'

export function Toaster(): ReactNode {
  const shown = useValue(toasts)
  const keyed = newestWithAction(shown)
  return (
    <div className="toaster" role="region" aria-label="Notices" aria-live="polite">
      {shown.map((toast) => (
        <ToastView key={toast.id} toast={toast} hasKey={toast === keyed} />
      ))}
    </div>
  )
}

type Props = {
  readonly toast: Toast
  /** Its action is what the key runs. */
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
        {toast.text === null ? null : <p className="meta">{toast.text}</p>}
      </div>
      <ToastAction toast={toast} hasKey={hasKey} />
      <Button look="quiet" isSmall icon={X} aria-label="Close notice" onClick={() => dismissToast(toast.id)} />
    </div>
  )
}

function ToastAction({ toast, hasKey }: Props): ReactNode {
  const { action } = toast
  if (action === null) return null
  const run = () => {
    dismissToast(toast.id)
    action.run()
  }
  return <Button isSmall label={action.label} {...(hasKey ? { keys: 'z' } : {})} onClick={run} />
}
