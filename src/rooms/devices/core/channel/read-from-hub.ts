// Reads what the hub sends: all the schemas of frames that a daemon carries.
import { fromHubSchema } from '../../contract/from-hub.ts'
import { frameReader } from './read-frame.ts'

export const readFromHub = frameReader(fromHubSchema)
