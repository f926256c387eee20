// What the assistant is told of the moment: what rooms tell Home, the machines, and whose session is whose.
import type { AssistantPorts } from '#rooms/assistant/server/index.ts'
import type { openDevicesRoom } from '#rooms/devices/server/index.ts'
import type { Sessions } from '#rooms/sessions/server/index.ts'
import type { HomeSources } from './on-home.ts'

type Sources = Pick<HomeSources, 'inbox' | 'triage' | 'flow'> & {
  readonly sessions: Pick<Sessions, 'fabric'>
  readonly devices: Pick<Awaited<ReturnType<typeof openDevicesRoom>>, 'present'>
}

export function onAsk({ inbox, triage, flow, sessions, devices }: Sources): AssistantPorts {
  return {
    devices: devices.present,
    sessionOf: sessions.fabric.find,
    needs: inbox.onHome.needs,
    now: triage.nowOnHome,
    ran: flow.onHome.ran,
    next: flow.onHome.next,
  }
}
