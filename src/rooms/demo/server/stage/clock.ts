// A clock for the demo's service that is moved through the past by a file, and is the machine's own once that file is empty.

/**
 * For `node --import`. The service reads its clock by Date.now alone, so that what happens under this one is kept as if it had
 * happened then. The file holds by how many milliseconds the clock is behind.
 */
export function clockBehind(file: string): string {
  const code = `import { readFileSync } from 'node:fs'
const now = Date.now
Date.now = () => {
  const behind = readFileSync(${JSON.stringify(file)}, 'utf8')
  if (behind === '') Date.now = now
  return now() - Number(behind)
}`
  return `data:text/javascript,${encodeURIComponent(code)}`
}
