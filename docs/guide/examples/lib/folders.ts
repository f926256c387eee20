// Modules that strands share lie in a folder below workflows/, where they are not taken for strands.
import { homedir } from 'node:os'
import { join } from 'node:path'

export const inboxFolder = join(process.env.SERVICE_HOME ?? join(homedir(), '.service'), 'inbox')
