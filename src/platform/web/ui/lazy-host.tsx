// Holds the place of a part that is loaded when it is first shown. Failing to load it is told, not swallowed.
import { Component, Suspense, type ReactNode } from 'react'
import { toast } from './toasts.ts'

type Props = { readonly children: ReactNode; readonly fallback?: ReactNode }

export function LazyHost({ children, fallback = null }: Props): ReactNode {
  return (
    <LoadFailure>
      <Suspense fallback={fallback}>{children}</Suspense>
    </LoadFailure>
  )
}

/** After an update of the service the old page's parts are gone: loading the page anew helps. */
class LoadFailure extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    toast({
      tone: 'failed',
      title: 'A part of the page did not load.',
      text: error instanceof Error ? error.message : null,
      action: { label: 'Reload', run: () => location.reload() },
      lastsMs: 60_000,
    })
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
