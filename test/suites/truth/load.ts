// Keeps the machine busy on purpose, for as long as a test lasts and no longer.
import { spawn } from 'node:child_process'

/** Loops end by themselves after this, should the test be killed. */
const mostSeconds = 600

/** Starts so many endless loops; disposing ends them. */
export function keepBusy(loops: number): Disposable {
  const script = `end=$(($(date +%s) + ${mostSeconds})); while [ "$(date +%s)" -lt "$end" ]; do i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; done`
  const children = Array.from({ length: loops }, () => spawn('sh', ['-c', script], { stdio: 'ignore' }))
  const end = (): void => children.forEach((child) => child.kill('SIGKILL'))
  process.once('exit', end)
  return {
    [Symbol.dispose]() {
      process.off('exit', end)
      end()
    },
  }
}
