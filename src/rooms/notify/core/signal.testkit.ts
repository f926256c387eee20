// For tests: signals and rules.
import { notifyKinds } from '#base/notify-names.ts'
import type { Signal } from './signal.ts'
import type { WhenRule, WhenRules } from './watch.ts'

export function sampleSignal(fields: Partial<Signal> = {}): Signal {
  const tag = fields.tag ?? 'session:s1'
  return {
    tag,
    kind: 'needs_you',
    moment: 'm1',
    since: '2026-11-20T10:00:00.000Z',
    isApproval: false,
    name: tag.split(':')[1] ?? tag,
    said: null,
    cause: null,
    link: '/board?session=s1',
    ...fields,
  }
}

/** Five seconds for each kind, none for approvals. */
export function sampleRules(fields: Partial<Record<keyof WhenRules, Partial<WhenRule>>> = {}): WhenRules {
  const usual = { on: true, delayMs: 5000, approvalDelayMs: 0 }
  return Object.fromEntries(notifyKinds.map((kind) => [kind, { ...usual, ...fields[kind] }])) as WhenRules
}
