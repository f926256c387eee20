// The ACCESS_TOKEN where the environment sets none: for the service, and for the command line that talks to it.
import { homeToken } from './home-token.ts'

export const {
  path: accessTokenPath,
  read: readAccessToken,
  load: loadAccessToken,
} = homeToken({ file: 'access-token', prefix: '' })
