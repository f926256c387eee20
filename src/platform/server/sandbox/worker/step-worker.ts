// A worker thread: imports the user's modules and runs their bodies, so that none of their faults reaches the service.
import { workerData, type MessagePort } from 'node:worker_threads'
import { describeFailure } from './failure.ts'
import { describeModule } from './describe-module.ts'
import type { FromThread, RunnerTask, ToThread, WorkerSettings } from './messages.ts'
import { hookModules } from './module-hooks.ts'
import { runRequest } from './run-request.ts'
import { runStep } from './run-step.ts'
import { StepOutput } from './step-output.ts'
import { captureStreams, catchStrayFaults, taskContext } from './task-context.ts'

const data = workerData as { settings?: WorkerSettings; port?: MessagePort }
const { settings, port } = data
// Only what comes through this port counts; the user's code is not to speak in our name by accident.
delete data.settings
delete data.port
if (settings !== undefined && port !== undefined) serve(settings, port)

function serve(settings: WorkerSettings, port: MessagePort): void {
  const aborts = new Map<number, AbortController>()
  const say = (message: FromThread): void => port.postMessage(message, [])
  const sources = hookModules(settings)
  captureStreams()
  const onStray = (error: unknown): void => say({ type: 'stray', failure: describeFailure(error, settings.home, null) })
  catchStrayFaults(onStray)

  const act = async (task: RunnerTask, output: StepOutput, signal: AbortSignal): Promise<unknown> => {
    switch (task.kind) {
      case 'import':
        return describeModule((await import(task.url)) as Readonly<Record<string, unknown>>)
      case 'sources':
        return sources.all()
      case 'step':
        return await runStep(task, output, signal)
      case 'request':
        return await runRequest(task, signal)
    }
  }

  const begin = async (id: number, task: RunnerTask): Promise<void> => {
    const controller = new AbortController()
    const stray = Promise.withResolvers<never>()
    // What it leaves behind, as a timer, may still throw when it is over.
    const fail = (error: unknown): void => (aborts.has(id) ? stray.reject(error) : onStray(error))
    const output = new StepOutput((text) => say({ type: 'output', id, text }))
    aborts.set(id, controller)
    try {
      const work = taskContext.run({ output, fail }, () => act(task, output, controller.signal))
      const value = await Promise.race([work, stray.promise])
      output.end()
      say({ type: 'done', id, value })
    } catch (error) {
      const failure = describeFailure(error, settings.home, task.kind === 'import' ? task.url : null)
      output.end()
      say({ type: 'failed', id, failure })
    } finally {
      aborts.delete(id)
    }
  }

  port.on('message', (message: ToThread) => {
    if (message.type === 'task') void begin(message.id, message.task)
    else aborts.get(message.id)?.abort(new Error(message.reason))
  })
}
