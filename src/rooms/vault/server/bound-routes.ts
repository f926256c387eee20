// The routes of the vault with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import {
  credentialAnswerSchema,
  credentialChangeSchema,
  credentialRemovedSchema,
  newCredentialSchema,
  recipientRevokedSchema,
  setupRequestSchema,
  vaultSchema,
} from '../contract.ts'

export const vaultRoutes = {
  readVault: bind(routes.readVault, {
    summary: 'The credentials as names and ciphertext, who reads them, and which devices can be encrypted to',
    answer: vaultSchema,
  }),
  setUpVault: bind(routes.setUpVault, {
    summary: 'Set the vault up with the public half of a recovery identity',
    status: 201,
    body: setupRequestSchema,
    answer: vaultSchema,
  }),
  addCredential: bind(routes.addCredential, {
    summary: 'Keep a credential that the caller encrypted',
    status: 201,
    body: newCredentialSchema,
    answer: credentialAnswerSchema,
  }),
  changeCredential: bind(routes.changeCredential, {
    summary: 'Change a credential: its names, who reads it, its value',
    body: credentialChangeSchema,
    answer: credentialAnswerSchema,
  }),
  removeCredential: bind(routes.removeCredential, {
    summary: 'Remove a credential for good',
    answer: credentialRemovedSchema,
  }),
  revokeRecipient: bind(routes.revokeRecipient, {
    summary: 'Hand a device nothing more, and mark what it could read',
    answer: recipientRevokedSchema,
  }),
}
