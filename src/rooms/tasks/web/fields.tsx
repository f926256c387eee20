// The choices of a task as fields, in the panel and in the dialog.
import { useId, type ReactNode } from 'react'
import { wordsForState } from '#platform/web/ui/dots.ts'

type Props<T extends string> = {
  readonly label: string
  readonly value: T
  readonly choices: readonly T[]
  readonly onPick: (value: T) => void
}

export function ChoiceField<T extends string>({ label, value, choices, onPick }: Props<T>): ReactNode {
  const id = useId()
  const pick = (text: string) => {
    const choice = choices.find((each) => each === text)
    if (choice !== undefined && choice !== value) onPick(choice)
  }
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="field" value={value} onChange={(event) => pick(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {wordsForState(choice)}
          </option>
        ))}
      </select>
    </div>
  )
}
