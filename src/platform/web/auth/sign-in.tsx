// How this browser gets signed in: a command that prints a link, or the link pasted here.
import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import type { Problem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { CommandLine } from '../ui/command-line.tsx'
import { FieldError } from '../ui/field-error.tsx'
import { signIn } from './login.ts'
import { signInWays } from './sign-in-ways.ts'
import './sign-in.css'

export function SignIn({ why }: { readonly why: string }): ReactNode {
  return (
    <div className="sign-in">
      <p>{why}</p>
      {signInWays().map((Way, index) => (
        <Way key={index} />
      ))}
      <p className="soft">
        In a terminal on the machine that runs Orrery, type this and open the link that it prints. A link works once,
        for ten minutes.
      </p>
      <CommandLine text="orrery login" name="command" />
      <PasteLink />
    </div>
  )
}

function PasteLink(): ReactNode {
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const submit = async () => {
    const result = await signIn(text)
    setProblem(result.ok ? null : result.error)
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form onSubmit={onSubmit} className={problem === null ? 'paste' : 'paste bad'}>
      <label className="label" htmlFor={id}>
        Or paste the link here
      </label>
      <div className="row">
        <span className="field">
          <input
            id={id}
            value={text}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-error`}
            onChange={(event) => setText(event.target.value)}
          />
        </span>
        <Button type="submit" label="Sign in" />
      </div>
      <FieldError id={`${id}-error`} reason={problem === null ? null : [problem.reason, problem.hint].join(' ')} />
    </form>
  )
}
