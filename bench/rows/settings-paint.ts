// Settings with many sessions in Chromium: until its keys are seen, though nothing on it is a session.
import { readSettings } from '#rooms/settings/api.ts'
import { pagePaintRow } from '../lib/page-paint.ts'

/** The first page of the settings, with the switches of its keys. */
export const settingsPaint = pagePaintRow({
  page: 'Settings',
  path: '/settings',
  own: '.settings .setting code',
  answer: readSettings.path,
})
