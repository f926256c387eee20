// The panels of triage in the address: why a task is where it is, and what a run did.
import { hrefOfPanel, openPanel } from '#platform/web/shell/panel-url.ts'

export function openWhy(task: string): void {
  openPanel('why', task)
}

export function openRun(run: number): void {
  openPanel('triage-run', String(run))
}

export function hrefOfRun(run: number): string {
  return hrefOfPanel('triage-run', String(run))
}
