// What the page takes from transcripts.
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'

export { replayAddress } from './replay-address.ts'

const TranscriptPage = lazyPart(() => import('./transcript-page.tsx').then(({ TranscriptPage }) => TranscriptPage))

/** What an agent said and did, as a page about its session. */
export const transcriptsRoom: PageRoom = {
  name: 'transcripts',
  pages: [{ label: 'Transcript', path: '/sessions/:id/transcript', Page: TranscriptPage }],
}
