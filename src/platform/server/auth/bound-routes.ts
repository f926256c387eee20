// The routes of logging in and out with their schemas.
import { endLogin, listLogins, logIn, logOut, makeLoginLink } from '#platform/api.ts'
import {
  loginAnswerSchema,
  loginLinkSchema,
  loginListSchema,
  loginRequestSchema,
  removedSchema,
} from '#platform/contract.ts'
import { bind } from '../http/bind.ts'

export const authRoutes = {
  logIn: bind(logIn, {
    summary: 'Exchange the code of a login link for a token',
    body: loginRequestSchema,
    answer: loginAnswerSchema,
  }),
  logOut: bind(logOut, { summary: 'End the login that asks', answer: removedSchema }),
  makeLoginLink: bind(makeLoginLink, {
    summary: 'Make a login link that works once',
    status: 201,
    answer: loginLinkSchema,
  }),
  listLogins: bind(listLogins, { summary: 'The browsers that are signed in', answer: loginListSchema }),
  endLogin: bind(endLogin, { summary: 'End a login and its live sockets', answer: removedSchema }),
}
