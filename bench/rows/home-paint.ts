// Home with many sessions in Chromium: until all of it is seen, and that nothing of it is laid out twice.
import { readHome } from '#rooms/home/api.ts'
import { pagePaintRow } from '../lib/page-paint.ts'

/** What runs next comes with the answer: then nothing is missing. */
export const homePaint = pagePaintRow({
  page: 'Home',
  path: '/',
  own: '.home .beside .rows li',
  answer: readHome.path,
})
