// The routes of passkeys with their schemas.
import { loginAnswerSchema, removedSchema } from '#platform/contract.ts'
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import {
  loginOptionsSchema,
  passkeyAnswerSchema,
  passkeyListSchema,
  passkeyLoginSchema,
  registerOptionsSchema,
  newPasskeySchema,
  renameSchema,
} from '../contract.ts'

export const passkeyRoutes = {
  beginPasskey: bind(routes.beginPasskey, {
    summary: 'Begin to register a passkey: what the browser is to make',
    answer: registerOptionsSchema,
  }),
  setUpInit: bind(routes.setUpInit, {
    summary: 'Begin to register a passkey as the first step of a fabric',
    answer: registerOptionsSchema,
  }),
  addPasskey: bind(routes.addPasskey, {
    summary: 'Keep a passkey that a browser made',
    status: 201,
    body: newPasskeySchema,
    answer: passkeyAnswerSchema,
  }),
  listPasskeys: bind(routes.listPasskeys, { summary: 'The passkeys that sign in', answer: passkeyListSchema }),
  renamePasskey: bind(routes.renamePasskey, {
    summary: 'Give a passkey another name',
    body: renameSchema,
    answer: passkeyAnswerSchema,
  }),
  removePasskey: bind(routes.removePasskey, { summary: 'Let a passkey sign nobody in', answer: removedSchema }),
  beginLogin: bind(routes.beginLogin, {
    summary: 'Begin to sign in with a passkey: what is to be signed',
    answer: loginOptionsSchema,
  }),
  logInByPasskey: bind(routes.logInByPasskey, {
    summary: 'Exchange what a passkey signed for a token',
    body: passkeyLoginSchema,
    answer: loginAnswerSchema,
  }),
}
