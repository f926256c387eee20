// What the calendar's route answers.
import type { z } from 'zod'
import type { calendarAnswerSchema } from '../../contract.ts'

export type CalendarAnswer = z.infer<typeof calendarAnswerSchema>
export type CalendarEntry = CalendarAnswer['entries'][number]
