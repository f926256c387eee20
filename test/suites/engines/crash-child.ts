// Runs the strand of the crash test once, in a process that is killed at a chosen write point.
import { openCrashEngine } from './crash-strand.ts'

const [traces = '', runId = '', url = ''] = process.argv.slice(2)
const { engine, database } = await openCrashEngine(process.env.SERVICE_HOME ?? '', traces, url === '' ? null : url)
// What keeps the process: timers of the engine do not.
const keepAlive = setInterval(() => {}, 1000)
await engine.trigger({ strandId: 'crash', runId, trigger: 'manual', by: 'test', input: null, slot: null })
await engine.result(runId)
clearInterval(keepAlive)
await engine.stop()
await database[Symbol.asyncDispose]()
