// Presses a key by program, with what a browser makes of it where no command takes it.

/** What a key clicks. */
const clickedBy: Readonly<Record<string, string>> = { Enter: 'button, a[href]', ' ': 'button' }

export function pressKey(key: string): void {
  const target = document.activeElement ?? document.body
  const isFree = target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  if (!isFree) return
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) write(target, key)
  else if (target instanceof HTMLElement && target.matches(clickedBy[key] ?? ':not(*)')) target.click()
}

function write(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  if (key === 'Enter' && field instanceof HTMLInputElement) return field.form?.requestSubmit()
  const [start, end] = [field.selectionStart, field.selectionEnd]
  if (start === null || end === null) return
  if (key.length === 1) field.setRangeText(key, start, end, 'end')
  else if (key === 'Backspace') field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end')
  else return
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
