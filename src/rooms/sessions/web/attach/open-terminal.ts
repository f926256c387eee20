// The tab in which a session's terminal opens.

export function openTerminal(id: string): void {
  window.open(hrefOfTerminal(id), '_blank', 'noopener')
}

export function hrefOfTerminal(id: string): string {
  return `/terminal/${encodeURIComponent(id)}`
}
