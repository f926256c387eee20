// What is wrong with a field, under the field.
import type { ReactNode } from 'react'
import { Dot } from './dot.tsx'
import './field-error.css'

type Props = { readonly id: string; readonly reason: string | null; readonly children?: ReactNode }

/** Always in the page, so that readers hear it when it fills. */
export function FieldError({ id, reason, children }: Props): ReactNode {
  return (
    <span id={id} aria-live="polite" className={reason === null ? undefined : 'meta error'}>
      {reason === null ? null : (
        <>
          <Dot state="failed" isMute />
          <span>
            {reason} {children}
          </span>
        </>
      )}
    </span>
  )
}
