// Keeps an error of one part of the page from taking the rest along.
import { Component, createElement, type ComponentType, type ReactNode } from 'react'
import { FailedInPlace } from './part-failure.tsx'
import type { PartFailure } from './tell-failure.ts'

type Props = { readonly children: ReactNode; readonly Failure?: ComponentType<PartFailure> }
type State = { readonly hasFailed: boolean; readonly failures: number }

export class PartBoundary extends Component<Props, State> {
  override readonly state: State = { hasFailed: false, failures: 0 }

  static getDerivedStateFromError(): Pick<State, 'hasFailed'> {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    this.setState(({ failures }) => ({ failures: failures + 1 }))
  }

  readonly #retry = (): void => this.setState({ hasFailed: false })

  override render(): ReactNode {
    const { hasFailed, failures } = this.state
    if (!hasFailed) return this.props.children
    // The error is counted once React has caught it.
    if (failures === 0) return null
    return createElement(this.props.Failure ?? FailedInPlace, { what: 'broken', failures, onRetry: this.#retry })
  }
}
