// Whole numbers as texts that compare as the numbers do.

const digits = 16

/** Of a number from 0 to the largest safe one. */
export function padded(value: number): string {
  return String(value).padStart(digits, '0')
}

/** The number that bounds the same numbers as the text bounds texts: one past the last digit bounds nothing. */
export function boundOf(text: string): number {
  if (text === '') return -1
  return /^\d{1,16}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER
}
