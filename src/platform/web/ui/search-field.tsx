// A field for words that are searched for or narrow a list: with its sign, and nothing of what browsers do to prose.
import { Search } from 'lucide-react'
import type { KeyboardEventHandler, ReactNode, Ref } from 'react'

type Props = {
  /** What it is for, as readers are told. */
  readonly label: string
  /** Default: the label. */
  readonly placeholder?: string
  readonly value: string
  readonly onType: (words: string) => void
  /** Most characters. */
  readonly limit: number
  readonly field?: Ref<HTMLInputElement> | undefined
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>
  readonly className?: string
  /** Stands behind what is typed. */
  readonly children?: ReactNode
}

export function SearchField({ label, placeholder = label, className = '', children, ...props }: Props): ReactNode {
  const { value, onType, limit, field, onKeyDown } = props
  return (
    <label className={`field ${className}`.trimEnd()}>
      <Search className="i" aria-hidden />
      <input
        ref={field}
        type="search"
        value={value}
        maxLength={limit}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {children}
    </label>
  )
}
