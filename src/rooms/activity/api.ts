// The routes of what happened.
import { route } from '#platform/route.ts'
import type {
  ActivityAnswer,
  ActivityDensity,
  ActivityDensityQuery,
  ActivityExportQuery,
  ActivityFacts,
  ActivityQuery,
} from './contract.ts'

const access = 'local_or_authenticated'

/** What happened, newest first. */
export const readActivity = route<{ query: Partial<ActivityQuery>; answer: ActivityAnswer }>()({
  method: 'GET',
  path: '/api/activity',
  access,
})

/** All of it in a file: CSV, or a JSON object a line. */
export const exportActivity = route<{ query: Partial<ActivityExportQuery>; answer: string }>()({
  method: 'GET',
  path: '/api/activity/export',
  access,
})

/** How much happened when. */
export const readActivityDensity = route<{ query: Partial<ActivityDensityQuery>; answer: ActivityDensity }>()({
  method: 'GET',
  path: '/api/activity/density',
  access,
})

/** What is known of a row beyond the row itself. */
export const readActivityFacts = route<{ params: 'id'; answer: ActivityFacts }>()({
  method: 'GET',
  path: '/api/activity/:id',
  access,
})
