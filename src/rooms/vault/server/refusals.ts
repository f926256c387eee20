// What the vault refuses, in words.
import type { Refusal } from '#platform/contract.ts'

export const notSetUp: Refusal = {
  error: 'conflict',
  reason: 'The vault is not set up: there is no recovery identity yet.',
  hint: 'Set it up on the page of the vault, or with: orrery vault setup',
}

export const isSetUp: Refusal = {
  error: 'conflict',
  reason: 'The vault is set up already, and its credentials are encrypted to the recovery identity that it has.',
  hint: 'Remove the credentials first if its recovery identity is lost.',
}

export const tooMany: Refusal = {
  error: 'conflict',
  reason: 'The vault holds as many credentials as it can.',
  hint: 'Remove one that is not needed any more.',
}

export const needsCiphertext = details(
  'recipients',
  'must not name further devices without a ciphertext that they can read',
  'Encrypt the value anew, which takes the recovery identity.',
)

export const twice = details('recipients', 'must not name a device twice', 'Name each device once.')

export const notEncrypted = details(
  'ciphertext',
  'must be an armored age file to each of the recipients and the recovery identity',
  'Encrypt it with the page or with: orrery vault add',
)

export function unknownReader(id: string): Refusal {
  const reason = `must be a paired device by the recipient that it has now, which ${id} is not`
  return details('recipients', reason, 'Load the vault anew: the device may have made itself a new key.')
}

export function nameTaken(name: string): Refusal {
  return details('name', `must be another one: a credential is called ${name} already`, 'Choose another name.')
}

export function clashes(variable: string, other: string): Refusal {
  const reason = `must be another one: ${other} sets ${variable} for the same program on the same device`
  const hint = 'Take a device or a program from one of the two.'
  return { ...details('env_name', reason, hint), error: 'conflict' }
}

export function noSuchCredential(id: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no credential ${id}.`,
    hint: 'See which there are with: orrery vault',
  }
}

export function noSuchRecipient(id: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no device ${id} that could read anything.`,
    hint: 'See which there are with: orrery vault recipients',
  }
}

export function changedElsewhere(name: string): Refusal {
  return {
    error: 'changed_elsewhere',
    reason: `${name} was changed by somebody else meanwhile, so that nothing was changed now.`,
    hint: 'Load the vault anew and do it again.',
  }
}

function details(field: string, reason: string, hint: string): Refusal {
  return {
    error: 'invalid_request',
    reason: `The request is not valid: "${field}" ${reason}.`,
    hint,
    details: [{ field, reason }],
  }
}
