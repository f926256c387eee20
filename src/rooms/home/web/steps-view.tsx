// The first steps: a button and a command each, ticked off as they are done.
import { useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { HomeStep } from '../contract.ts'
import { refreshHome } from './home-data.ts'
import { useHomePorts, type StepAct } from './ports.ts'
import { stepsHidden } from './steps-hidden.ts'
import './steps.css'

type Props = {
  readonly steps: readonly HomeStep[]
  /** A line each, where there is more to see than the first steps. */
  readonly isBrief: boolean
}

export function StepsView({ steps, isBrief }: Props): ReactNode {
  const done = steps.filter((step) => step.done).length
  const first = isBrief ? undefined : steps.find((step) => !step.done && step.command !== null)
  const shown = isBrief && done < steps.length ? steps.filter((step) => !step.done) : steps
  return (
    <section>
      <h2>
        First steps{done === steps.length ? ', done' : ''}{' '}
        <span className="meta">
          {done} of {steps.length}
        </span>
        {done === 0 ? null : (
          <Button className="push" look="quiet" isSmall label="Hide these" onClick={() => stepsHidden.set(true)} />
        )}
      </h2>
      <ol className={isBrief ? 'steps brief' : 'steps'}>
        {shown.map((step) => (
          <StepView key={step.id} step={step} isFirst={step === first} />
        ))}
      </ol>
      {done === 0 && !isBrief ? <LookAround /> : null}
    </section>
  )
}

/** For whoever wants to see a board with something on it before the first step. */
function LookAround(): ReactNode {
  return (
    <div className="look-around">
      <h3>Or look around first</h3>
      <p>
        Made-up agents, tasks and runs, in a home of their own. Yours stays empty; Ctrl+C ends it and leaves nothing.
      </p>
      <CommandLine text="orrery demo" name="command: demo" />
    </div>
  )
}

function StepView({ step, isFirst }: { readonly step: HomeStep; readonly isFirst: boolean }): ReactNode {
  const { stepActs } = useHomePorts()
  const { id, title, text, command, done, note } = step
  const said = done ? ['done', note].filter((part) => part !== null).join(', ') : note
  return (
    <li className={done ? 'step is-done' : 'step'} data-step={id}>
      <Dot state={done ? 'success' : 'not_yet'} />
      <div>
        <h3>
          {title} {said === null ? null : <span className="meta">{said}</span>}
        </h3>
        {done ? null : (
          <>
            <p>{text}</p>
            <div className="do">
              {(stepActs[id] ?? []).map((act, at) => (
                <ActButtons key={act.label} act={act} choices={step.choices} isPrimary={isFirst && at === 0} />
              ))}
              {command === null ? null : (
                <>
                  <span className="or meta">or</span>
                  <CommandLine text={command} name={`command: ${title}`} />
                </>
              )}
            </div>
          </>
        )}
      </div>
    </li>
  )
}

type ActProps = { readonly act: StepAct; readonly choices: HomeStep['choices']; readonly isPrimary: boolean }

/** A button, or one for each of several choices; what the only one is for stands in the text of the step. */
function ActButtons({ act, choices, isPrimary }: ActProps): ReactNode {
  const [only = null, ...others] = choices
  if (others.length === 0) {
    return <ActButton {...act} name={act.label} isPrimary={isPrimary} run={() => act.run(only?.id ?? null)} />
  }
  return (
    <>
      <span className="for meta">{act.label} for</span>
      {choices.map(({ id, label }) => (
        <ActButton
          key={id}
          icon={act.icon}
          label={label}
          name={`${act.label} for ${label}`}
          isPrimary={isPrimary && id === only?.id}
          run={() => act.run(id)}
        />
      ))}
    </>
  )
}

type ButtonProps = Pick<StepAct, 'icon' | 'label'> & {
  /** What it is called where its label alone says too little. */
  readonly name: string
  readonly isPrimary: boolean
  readonly run: () => void | Promise<void>
}

/** What it did is read at once: the step ticks itself off. */
function ActButton({ icon, label, name, isPrimary, run: act }: ButtonProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await act()
    setBusy(false)
    await refreshHome()
  }
  return (
    <Button
      {...(isPrimary ? { look: 'primary' as const } : {})}
      icon={icon}
      label={label}
      aria-label={name}
      aria-disabled={isBusy}
      onClick={() => (isBusy ? undefined : void run())}
    />
  )
}
