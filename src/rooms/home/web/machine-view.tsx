// How this machine is: a line while all is well with it, and what to type where something is missing.
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { lineToType } from '#platform/web/ui/own-command.ts'
import { WithCode } from '#platform/web/ui/with-code.tsx'
import type { HomeLook, HomeMachine } from '../contract.ts'
import { commandOf } from '../core/machine.ts'
import { isLooking, lookAgain, machine } from './home-data.ts'
import './machine.css'

/** `isWhole`: every look is shown, as on a fresh home; else the line, which opens them. */
export function MachineView({ isWhole }: { readonly isWhole: boolean }): ReactNode {
  const told = useValue(machine)
  const looking = useValue(isLooking)
  const isSignedIn = useSignedIn()
  if (!isSignedIn) return null
  return (
    <section>
      <h2>
        On this machine{' '}
        {told === null ? null : (
          <span className="meta">
            looked <RelativeTime since={told.looked_at} />
          </span>
        )}
        <Button
          className="push"
          look="quiet"
          isSmall
          icon={RefreshCw}
          label={looking ? 'Looking' : 'Look again'}
          aria-disabled={looking}
          onClick={() => (looking ? undefined : void lookAgain())}
        />
      </h2>
      {told === null ? <p className="machine-line meta">Looks at it</p> : <Told machine={told} isWhole={isWhole} />}
    </section>
  )
}

type ToldProps = { readonly machine: HomeMachine; readonly isWhole: boolean }

function Told({ machine: { level, says, looks }, isWhole }: ToldProps): ReactNode {
  if (isWhole) return <Looks looks={looks} />
  return (
    <details className="machine-line">
      <summary>
        <Dot state={dots[level]} />
        <span>{says}</span>
      </summary>
      <Looks looks={looks} />
    </details>
  )
}

/** What is only missing is no failure: its ring stays empty. */
const dots: Readonly<Record<HomeLook['level'], string>> = { ok: 'success', warn: 'missing', fail: 'failed' }

/** What is not as it should be stands for itself, the rest in a row. */
function Looks({ looks }: { readonly looks: readonly HomeLook[] }): ReactNode {
  const well = looks.filter(({ level }) => level === 'ok')
  return (
    <ul className="looks">
      {looks.map((look) => (look.level === 'ok' ? null : <OddLook key={look.name} look={look} />))}
      {well.length === 0 ? null : (
        <li>
          <Dot state="success" />
          <b>All well</b>
          <span className="meta">{well.map(({ name }) => name).join(', ')}</span>
        </li>
      )}
    </ul>
  )
}

function OddLook({ look: { name, level, says, hints } }: { readonly look: HomeLook }): ReactNode {
  return (
    <li>
      <Dot state={dots[level]} />
      <b>{name}</b>
      <span className="meta">{says}</span>
      {hints.length === 0 ? null : (
        <div className="fix">
          {hints.map((hint) => (
            <Hint key={hint} name={name} hint={hint} />
          ))}
        </div>
      )}
    </li>
  )
}

function Hint({ name, hint }: { readonly name: string; readonly hint: string }): ReactNode {
  const command = commandOf(hint)
  return command === null ? (
    <p className="meta">
      <WithCode text={lineToType(hint)} />
    </p>
  ) : (
    <CommandLine text={command} name={`command for ${name}`} />
  )
}
