// Sizes as people read them: '812 KB', '1.4 GB'.

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** In steps of 1024; one decimal below ten of a unit. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  const text = unit > 0 && value < 9.95 ? value.toFixed(1) : String(Math.round(value))
  return `${text} ${units[unit]}`
}
