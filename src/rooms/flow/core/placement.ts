// Where a step belongs, and the sentence for one that this machine can't serve.
import { err, ok, type Result } from '#base/result.ts'
import { anyHost, type StepDefinition, type StrandDefinition } from './definition.ts'

/** `any`, `host:<name>` or `cap:<a+b>`: the name of the queue from which a machine that can serve it takes the step. */
export type Queue =
  | { readonly kind: 'any' }
  | { readonly kind: 'host'; readonly host: string; readonly capabilities: readonly string[] }
  | { readonly kind: 'cap'; readonly capabilities: readonly string[] }

/** What a machine answers to. */
export type StepPlace = { readonly hosts: readonly string[]; readonly capabilities: readonly string[] }

type Placed = Pick<StrandDefinition, 'defaultHost' | 'requiredCapabilities'>

/** The step's own host wins over the strand's; what either requires, both require. */
export function queueFor(strand: Placed, step: Pick<StepDefinition, 'host' | 'requires'>): Queue {
  const host = step.host ?? strand.defaultHost
  const capabilities = [...new Set([...strand.requiredCapabilities, ...step.requires])].toSorted()
  if (host !== anyHost) return { kind: 'host', host, capabilities }
  return capabilities.length === 0 ? { kind: 'any' } : { kind: 'cap', capabilities }
}

export function queueName(queue: Queue): string {
  if (queue.kind === 'any') return 'any'
  return queue.kind === 'host' ? `host:${queue.host}` : `cap:${queue.capabilities.join('+')}`
}

/** Whether the embedded engine, which has this one machine, can run what stands in the queue. The error says what to do. */
export function serveHere(queue: Queue, here: StepPlace): Result<null, string> {
  if (queue.kind === 'host' && !here.hosts.some((host) => host.toLowerCase() === queue.host.toLowerCase())) {
    return err(
      `This step is meant for the host ${queue.host}, and the embedded engine runs on ${here.hosts[0] ?? 'this machine'} alone. ` +
        'Leave the host out of the strand to run it here: with DATABASE_URL another machine may serve it.',
    )
  }
  const missing = queue.kind === 'any' ? [] : queue.capabilities.filter((name) => !here.capabilities.includes(name))
  if (missing.length === 0) return ok(null)
  return err(
    `This step requires ${missing.join(' and ')}, which this machine does not have. ` +
      'Add it to flow.capabilities in config.json if it does, or take it out of what the strand requires.',
  )
}
