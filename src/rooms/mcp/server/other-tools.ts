// The tools about tasks, triage, strands and search: each is a route, as its own contract says.
import { z } from 'zod'
import { listStrands, runStrand } from '#rooms/flow/api.ts'
import { search } from '#rooms/search/api.ts'
import { searchQuerySchema } from '#rooms/search/contract.ts'
import { changeTask, createTask, listTasks } from '#rooms/tasks/api.ts'
import { changeTaskSchema, createTaskSchema, taskQuerySchema } from '#rooms/tasks/contract.ts'
import { createBrief, readLanes } from '#rooms/triage/api.ts'
import { createBriefSchema } from '#rooms/triage/contract.ts'
import { asValue, tool, type Tool } from './tool.ts'

const limit = z.number().int().min(1).max(200).default(50)

export const otherTools: readonly Tool[] = [
  tool({
    name: 'list_tasks',
    description: 'Lists tasks, all or those that fit; q looks into titles and descriptions.',
    schema: taskQuerySchema.extend({ limit }),
    readsOnly: true,
    run: async (query, { ask, who }) => asValue(await ask(listTasks, who, { query })),
  }),
  tool({
    name: 'create_task',
    description: 'Files a task.',
    schema: createTaskSchema,
    run: async (body, { ask, who }) => asValue(await ask(createTask, who, { body })),
  }),
  tool({
    name: 'update_task',
    description: 'Changes fields of a task; what is left out stays.',
    schema: changeTaskSchema.extend({ task_id: z.string().min(1) }),
    run: async ({ task_id: id, ...body }, { ask, who }) =>
      asValue(await ask(changeTask, who, { params: { id }, body })),
  }),
  tool({
    name: 'add_brief',
    description: 'Tells the next run of triage what is new.',
    schema: createBriefSchema,
    run: async (body, { ask, who }) => asValue(await ask(createBrief, who, { body })),
  }),
  tool({
    name: 'lanes',
    description: 'Tells what stands in the lanes NOW, NEXT and LATER.',
    schema: z.strictObject({}),
    readsOnly: true,
    run: async (_input, { ask, who }) => asValue(await ask(readLanes, who)),
  }),
  tool({
    name: 'list_strands',
    description: 'Lists the strands: jobs of steps, with their schedule and latest run.',
    schema: z.strictObject({}),
    readsOnly: true,
    run: async (_input, { ask, who }) => asValue(await ask(listStrands, who)),
  }),
  tool({
    name: 'run_strand',
    description: 'Starts a run of a strand and answers its id.',
    schema: z.strictObject({ strand_id: z.string().min(1), input: z.json().optional() }),
    run: async ({ strand_id: id, input }, { ask, who }) =>
      asValue(await ask(runStrand, who, { params: { id }, body: input === undefined ? {} : { input } })),
  }),
  tool({
    name: 'search',
    description: 'Finds tasks, sessions, what they wrote, briefs and runs that have all the words.',
    schema: searchQuerySchema.extend({ limit: limit.default(20) }),
    readsOnly: true,
    run: async (query, { ask, who }) => asValue(await ask(search, who, { query })),
  }),
]
