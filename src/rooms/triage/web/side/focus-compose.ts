// The field for a new brief, by name, so that keys and empty places can lead to it.

export const composeId = 'new-brief'

export function focusCompose(): void {
  const field = document.getElementById(composeId)
  field?.focus()
  field?.scrollIntoView({ block: 'nearest' })
}
