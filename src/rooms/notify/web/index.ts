// What the page takes from notifications; nothing but the ear for them is loaded with the page.
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { listenTo } from '#platform/web/live/follower.ts'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { liveNotifications } from '../api.ts'
import { isOnHere } from './tabs/here.ts'

export type { PushPayload } from '../contract.ts'
export { NotifyPortsContext, type NotifyPagePorts } from './ports.ts'

/** Where you are called, by which rules, and what was sent: a section of the settings. */
export const NotifySection = lazyPart(() =>
  import('./section/notify-section.tsx').then(({ NotifySection }) => NotifySection),
)

const take = () => import('./tabs/take.ts')

/** Open tabs call where a person said so in this browser. */
export const notifyRoom: PageRoom = {
  name: 'notify',
  followers: [
    listenTo(liveNotifications, {
      onAll: (all) => void (isOnHere() && take().then(({ takeAll }) => takeAll(all))),
      onChanges: (changes) => void (isOnHere() && take().then(({ takeChanges }) => takeChanges(changes))),
    }),
  ],
}
