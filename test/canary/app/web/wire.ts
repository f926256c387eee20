import { z } from 'zod'

export const wire = z.string()
