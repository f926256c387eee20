// The routes of tasks with their schemas.
import { pageQuerySchema, removedSchema } from '#platform/contract.ts'
import { bind } from '#platform/server/http/bind.ts'
import {
  changeTask,
  createTask,
  deleteTask,
  editTasks,
  importTasks,
  listTasks,
  readTask,
  readTaskHistory,
  restoreTask,
} from '../api.ts'
import {
  bulkAnswerSchema,
  bulkRequestSchema,
  changeTaskSchema,
  createTaskSchema,
  importAnswerSchema,
  importRequestSchema,
  taskAnswerSchema,
  taskEventListSchema,
  taskListSchema,
  taskQuerySchema,
} from '../contract.ts'

export const taskRoutes = {
  listTasks: bind(listTasks, {
    summary: 'Tasks in the order of their creation; filters combine, q finds words in titles and descriptions',
    query: taskQuerySchema,
    answer: taskListSchema,
  }),
  readTask: bind(readTask, { summary: 'One task', answer: taskAnswerSchema }),
  readTaskHistory: bind(readTaskHistory, {
    summary: 'What changed of a task, by whom and when, newest first; of a deleted one, too',
    query: pageQuerySchema,
    answer: taskEventListSchema,
  }),
  createTask: bind(createTask, {
    summary: 'Make a task',
    body: createTaskSchema,
    status: 201,
    answer: taskAnswerSchema,
  }),
  changeTask: bind(changeTask, {
    summary: 'Change a task; what is left out stays',
    body: changeTaskSchema,
    answer: taskAnswerSchema,
  }),
  deleteTask: bind(deleteTask, {
    summary: 'Delete a task; what lies below it stays, without a parent. It can be restored',
    answer: removedSchema,
  }),
  restoreTask: bind(restoreTask, { summary: 'Bring a deleted task back with its links', answer: taskAnswerSchema }),
  editTasks: bind(editTasks, {
    summary: 'Change, delete or restore many tasks in one commit, or none of them',
    body: bulkRequestSchema,
    answer: bulkAnswerSchema,
  }),
  importTasks: bind(importTasks, {
    summary: 'Import tasks from GitHub, Linear, vibe-kanban or a Markdown checklist; may be repeated',
    body: importRequestSchema,
    answer: importAnswerSchema,
  }),
}
