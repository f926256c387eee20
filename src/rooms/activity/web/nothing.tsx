// What stands where nothing happened, or nothing like that.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'

type Props = { readonly isFiltered: boolean; readonly onClear: () => void }

export function Nothing({ isFiltered, onClear }: Props): ReactNode {
  if (isFiltered) {
    return (
      <Empty title="Nothing like that happened">
        <Button label="Clear filters" onClick={onClear} />
      </Empty>
    )
  }
  return (
    <Empty title="Nothing has happened yet">
      <span>Launches, what agents ask, tasks, runs and logins are listed here as they happen.</span>
      <CommandLine text="orrery activity --follow" name="the command" />
    </Empty>
  )
}
