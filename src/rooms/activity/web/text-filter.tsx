// The words of the page: in the address, and written by a key.
import { useCallback, useMemo, useRef, type ReactNode } from 'react'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { setFilters, type Filters } from './filters.ts'
import { WordsField } from './words-field.tsx'

export function TextFilter({ filters }: { readonly filters: Filters }): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const say = useCallback((text: string | null) => setFilters({ ...filters, text }), [filters])
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'activity.filter',
        title: 'Filter activity by words',
        group: 'Page',
        keys: '/',
        keysOnly: true,
        run: () => field.current?.select(),
      },
    ],
    [],
  )
  useCommands(commands)
  return (
    <WordsField said={filters.text} onSay={say} field={field}>
      <span className="wide">
        <Kbd keys="/" />
      </span>
    </WordsField>
  )
}
