// What the page of Home needs from other rooms; app/web connects them.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { createPorts } from '#platform/web/ports.ts'
import type { ValueStore } from '#platform/web/store/value-store.ts'
import type { HomeCounts } from '../contract.ts'
import type { HomePart, TargetKind } from './contract.ts'

/** What a person can press to take a step; `run` gets the choice where the step has some. */
export type StepAct = {
  readonly label: string
  readonly icon: LucideIcon
  readonly run: (choice: string | null) => void | Promise<void>
}

/** Home names no room: all of it is handed over. */
export type HomePagePorts = {
  /** In the order in which to read them, as the service lists its blocks. */
  readonly parts: readonly HomePart[]
  readonly kinds: readonly TargetKind[]
  /** By the ids of the steps. */
  readonly stepActs: Readonly<Record<string, readonly StepAct[]>>
  /** Hears that something changed which the answer tells; the answer ends that. */
  readonly onNews: (listener: () => void) => () => void
  /** How things stand, as the page has it live, and how much there is on the board. */
  readonly counts: ValueStore<HomeCounts & { readonly cards: number }>
  /** Draws its children, or what stands in their place: nothing is known yet, or it may not be read from here. */
  readonly Gate: ComponentType<{ readonly title: string; readonly children: ReactNode }>
}

/** The ports of Home, set round the whole page. */
export const [HomePortsContext, useHomePorts] = createPorts<HomePagePorts>('Home is')
