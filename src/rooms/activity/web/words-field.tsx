// Words that rows have to have: said a moment after they are typed.
import { useCallback, type ReactNode, type Ref } from 'react'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { useTypedText } from '#platform/web/ui/typed-text.ts'

type Props = {
  /** As they are in force; null for none. */
  readonly said: string | null
  readonly onSay: (words: string | null) => void
  readonly field?: Ref<HTMLInputElement>
  /** Stands behind what is typed. */
  readonly children?: ReactNode
}

/** `onSay` must be stable: another one begins the wait anew. */
export function WordsField({ said, onSay, field, children }: Props): ReactNode {
  const say = useCallback((words: string) => onSay(words === '' ? null : words), [onSay])
  const [typed, type] = useTypedText(said ?? '', say)
  return (
    <SearchField
      label="Filter activity"
      placeholder="Filter by session, strand, text"
      limit={200}
      value={typed}
      onType={type}
      field={field}
    >
      {children}
    </SearchField>
  )
}
