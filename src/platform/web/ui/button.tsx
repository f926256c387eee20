// The button: ink for the one primary action of a view, a hairline for the rest.
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import './button.css'

type Props = ComponentProps<'button'> & {
  readonly look?: 'primary' | 'quiet' | 'danger'
  readonly isSmall?: boolean
  readonly icon?: LucideIcon
  /** Draws the icon filled, as the square of Stop. */
  readonly isFilled?: boolean
  /** Without it, give an `aria-label`: the button is its icon. */
  readonly label?: string
  readonly keys?: string
}

export function Button({
  look,
  isSmall = false,
  icon: Icon,
  isFilled = false,
  label,
  keys,
  children,
  ...rest
}: Props): ReactNode {
  const classes = ['btn', look, isSmall && 'small', label === undefined && 'icon', rest.className]
  return (
    <button type="button" {...rest} className={classes.filter(Boolean).join(' ')}>
      {Icon === undefined ? null : <Icon className={isFilled ? 'i filled' : 'i'} aria-hidden />}
      {label}
      {children}
      {keys === undefined ? null : <Kbd keys={keys} />}
    </button>
  )
}
