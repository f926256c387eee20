// System with many sessions in Chromium: until its panels are seen.
import { readSystem } from '#rooms/system/api.ts'
import { pagePaintRow } from '../lib/page-paint.ts'

/** How the service stands and the log are there; doctor looks at the gateway and the model, which takes its own time. */
export const systemPaint = pagePaintRow({
  page: 'System',
  path: '/system',
  own: '.system:has(.facts dd) .lines li',
  answer: readSystem.path,
})
