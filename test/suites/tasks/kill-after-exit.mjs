// Preloaded into a service: ends it by SIGKILL right after the commit that holds the end of a session, before anything follows.
import { DatabaseSync } from 'node:sqlite'

const statements = Object.getPrototypeOf(new DatabaseSync(':memory:').prepare('SELECT 1'))
const { run } = statements
let hasEnd = false

statements.run = function runThenDie(...args) {
  hasEnd ||= this.sourceSQL.includes('session_events') && args.includes('process.exit')
  const result = run.apply(this, args)
  if (hasEnd && this.sourceSQL === 'COMMIT') {
    process.kill(process.pid, 'SIGKILL')
    // The signal is on its way: nothing more may happen meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  return result
}
