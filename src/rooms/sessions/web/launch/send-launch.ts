// Sends a launch to where it is to run, and tells of it.
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import { startSession } from '#rooms/devices/api.ts'
import { launchAgent } from '../../api.ts'
import { titleOf } from '../../core/list/title.ts'
import { placeNameOf } from '../places.ts'
import { learnSession, toCard } from '../session-store.ts'
import { openSession } from '../session-url.ts'
import { toRequest, type LaunchFields } from './launch-fields.ts'
import { closeLaunch } from './launch-state.ts'
import { harnessFor, toStartRequest } from './on-device.ts'

/** Resolves with the refusal, or null after the launch. */
export async function sendLaunch(fields: LaunchFields): Promise<Problem | null> {
  const harness = fields.on === '' ? null : harnessFor(fields.agentType)
  const answer =
    harness === null
      ? await call(launchAgent, { body: toRequest(fields) })
      : await call(startSession, { body: toStartRequest(fields, harness) })
  if (!answer.ok) return toldOfDevices(answer.error)
  const { session } = answer.value
  learnSession(session)
  closeLaunch()
  const place = harness === null ? null : placeNameOf(toCard(session))
  toast({
    tone: session.state,
    title: `${session.state === 'idle' ? 'Queued' : 'Launched'} “${titleOf(session)}”.`,
    text: place === null ? session.tmux_session : `On ${place}.`,
    action: { label: 'Open', run: () => openSession(session.id) },
  })
  return null
}

/** Why no device will do is about devices, and about no field. */
function toldOfDevices(problem: Problem): Problem {
  if (problem.error !== 'no_device') return problem
  const each = problem.details.map(({ field, reason }) => `${field}: ${reason}.`)
  return { ...problem, reason: [problem.reason, ...each].join(' '), details: [] }
}
