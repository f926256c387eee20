// Copies a text and says so in place.
import { Check, Copy } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

/** How long the check mark stays. */
const checkedMs = 1500

type Props = {
  readonly text: string
  /** What is copied, as in 'Copy session id'. */
  readonly name: string
  /** Shown beside the icon when given. */
  readonly label?: string
}

export function CopyButton({ text, name, label }: Props): ReactNode {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), checkedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const shown = label === undefined ? { 'aria-label': `Copy ${name}` } : { label, 'aria-label': `${label} ${name}` }
  return (
    <>
      <Button
        look="quiet"
        isSmall
        icon={isCopied ? Check : Copy}
        {...shown}
        onClick={() => void copyText(text).then(setIsCopied)}
      />
      <span className="sr" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  )
}
