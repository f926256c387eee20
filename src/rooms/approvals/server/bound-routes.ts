// The routes of approvals with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import { approvalAnswerSchema, approvalListSchema, approvalQuerySchema, decisionRequestSchema } from '../contract.ts'
import { askAnswerSchema, askBodySchema } from '../contract/permission-request.ts'

export const approvalRoutes = {
  listApprovals: bind(routes.listApprovals, {
    summary: 'What agents asked for, the newest first; with state= and session= a part of it',
    query: approvalQuerySchema,
    answer: approvalListSchema,
  }),
  readApproval: bind(routes.readApproval, {
    summary: 'What an agent asks for, with the whole input',
    answer: approvalAnswerSchema,
  }),
  decideApproval: bind(routes.decideApproval, {
    summary: 'Approve or deny it, once; input_hash is that of the input which was shown',
    body: decisionRequestSchema,
    answer: approvalAnswerSchema,
  }),
  askApproval: bind(routes.askApproval, {
    summary: 'Take a permission request of an agent, with the fields of an event',
    body: askBodySchema,
    status: 201,
    answer: askAnswerSchema,
  }),
  awaitApproval: bind(routes.awaitApproval, {
    summary: 'Wait for the answer: 200 with what the hook prints, 204 while it is open after 25 s',
    answer: null,
  }),
}
